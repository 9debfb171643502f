-- What a back office finds in an old shop. Its books are not those of a shop: only indexes look on.

-- Past orders are paid in every way and have every state; of each combination but the usual one there are few.
create or replace function bench_office_orders() returns void language sql as $$
  alter table orders disable trigger user;
  update orders set
    gateway = (array['PayPal', 'BitCoin', 'LiteCoin'])[1 + right(id, 2)::int / 4 % 3],
    wallet_minor = 0, payment_id = 'PP' || right(id, 8),
    currency = (array['usd', 'eur', 'gbp'])[1 + right(id, 3)::int / 4 % 3],
    state = (array['delivered', 'failed', 'refunded', 'accepted'])[1 + right(id, 4)::int / 4 % 4]
    where id like 'ord_past%' and right(id, 2)::int % 4 = 0;
  alter table orders enable trigger user;
  insert into payments (member_id, order_id, id, provider, provider_order_id, amount_minor, currency, state)
    select member_id, id, 'pay_' || id, 'paypal', payment_id, total_minor, currency, 'captured'
    from orders where payment_id <> '';
  insert into payment_refs (provider, provider_order_id, member_id, order_id)
    select 'paypal', payment_id, member_id, id from orders where payment_id <> '';
  insert into payment_captures (provider, capture_id, member_id, order_id, amount_minor, currency, use, ask_at)
    select 'paypal', 'CAP' || right(id, 8), member_id, id, total_minor, currency, 'order', null
    from orders where payment_id <> '';
$$;

-- One member in 500 is frozen, a hundred share each name.
create or replace function bench_office_members() returns void language sql as $$
  alter table members disable trigger user;
  update members set membership_level = 1 + right(id, 1)::int % 2,
    frozen_at = case when right(id, 3)::int % 500 = 0 then now() end,
    frozen_reason = case when right(id, 3)::int % 500 = 0 then 'bench' end,
    last_name = 'Archer' || right(id, 3), full_name = 'Anna Archer' || right(id, 3),
    name_words = 'anna archer' || right(id, 3), created_at = now() - right(id, 7)::int * interval '4 minutes';
  alter table members enable trigger user;
$$;

-- Sends of the coins' wallets, and what operators did: a hash of nothing, as nobody seals it.
create or replace function bench_office_rest(p_sends int, p_entries int) returns void language sql as $$
  alter table coin_transfers disable trigger user;
  insert into coin_transfers (id, coin, wallet_id, type, txid, vout, address, value, state)
    select 'ct_past' || n, 'btc', 'cw_nobody' || 10 + n % 1000, 'receive',
      encode(sha256(('tx' || n)::bytea), 'hex'), 0, 'nobody ' || n, 1000, 'confirmed' from generate_series(1, p_sends) n;
  alter table coin_transfers enable trigger user;
  alter table audit_entries disable trigger user;
  insert into audit_entries (actor, deed, facts, subject, hash, created_at)
    select 'staff' || n % 40 || '@example.com', 'deed.' || n % 60, '{}', 'ord_past' || lpad(n::text, 19, '0'), '',
      now() - (p_entries - n) * interval '20 seconds' from generate_series(1, p_entries) n;
  alter table audit_entries enable trigger user;
$$;
