-- The yardstick of `npm run bench`: what an order paid from the wallet writes, as one function in the
-- database. Same tables, same triggers, same number of rows; none of the checks the shop makes before.
create sequence if not exists bench_numbers;

create or replace function bench_order(
  p_member text, p_card text, p_price bigint, p_charge bigint, p_discount bigint, p_cashback bigint
) returns text language plpgsql as $$
declare
  v_number text := lpad(nextval('bench_numbers')::text, 19, '0');
  v_order text := 'ord_yard' || v_number;
  v_line text := 'ol_yard' || v_number;
  v_total bigint := p_price + p_charge - p_discount;
  v_wallet text := 'member:' || p_member || ':wallet:usd';
  v_code bigint;
begin
  insert into orders (member_id, id, client_id, content_hash, gateway, currency, state,
      subtotal_minor, service_charge_minor, discount_minor, total_minor, wallet_minor,
      cashback_minor)
    values (p_member, v_order, 'client-of-' || v_number, sha256(v_order::bytea), 'Wallet', 'usd',
      'delivered', p_price, p_charge, p_discount, v_total, v_total, p_cashback);
  insert into order_lines (member_id, order_id, id, position, card_id, card_version, title,
      value_minor, price_minor, discount_bp, cashback_bp, service_charge_bp, quantity,
      payable_minor, cashback_minor, state)
    values (p_member, v_order, v_line, 1, p_card, 1, 'Yardstick Arcade $25', p_price, p_price, 500,
      200, 150, 1, v_total, p_cashback, 3);
  update codes set state = 'sold', line_id = v_line, member_id = p_member
    where id = (select id from codes where card_id = p_card and state = 'free'
      order by id limit 1 for update skip locked)
    returning id into v_code;
  if v_code is null then raise exception 'card % is sold out', p_card; end if;
  perform ledger_post_all(array[p_member, p_member],
    array['order:' || v_order || ':sale', 'order:' || v_order || ':cashback'],
    array[sha256(v_line::bytea), sha256(v_code::text::bytea)], array['buy', 'cashback'],
    array[v_order, v_order], array[null, null]::jsonb[],
    array[1, 1, 1, 1, 2, 2], array[1, 2, 3, 4, 1, 2]::smallint[],
    array[v_wallet, 'house:sales:usd', 'house:service_charges:usd', 'house:discounts:usd',
      'house:cashback:usd', v_wallet],
    array['usd', 'usd', 'usd', 'usd', 'usd', 'usd'],
    array[-v_total, p_price, p_charge, -p_discount, -p_cashback, p_cashback]);
  delete from cart_lines where member_id = p_member and card_id = p_card;
  insert into jobs (task, payload, max_attempts) values ('checkout.delivered',
    jsonb_build_object('memberId', p_member, 'orderId', v_order), 20);
  return v_order;
end $$;
