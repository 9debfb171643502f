-- What the provider had taken back of a payment and has paid after all. What it took until then (`settled_minor`, under
-- `settled_ids`) may stand in its record for ever or no more: only what it takes anew counts behind that.
alter table payment_captures
  add column restored_minor bigint not null default 0,
  add column settled_minor bigint not null default 0,
  add column settled_ids text[] not null default '{}',
  add column taken_ids text[] not null default '{}',
  add constraint payment_captures_restored
    check (restored_minor between 0 and settled_minor and settled_minor <= reversed_minor),
  drop constraint payment_captures_reversed_bounded,
  add constraint payment_captures_reversed_bounded
    check (reversed_minor >= 0 and reversed_minor - restored_minor <= amount_minor
      and (reversed_minor > 0) = (reversed_at is not null));

-- Whether what paid an order is gone: its coins, or what a card paid and the provider took back. A send that is not with the
-- nodes has paid nothing yet, or any more; of what the shop's people gave back themselves the provider has said so.
create function is_payment_gone(of_member text, of_order text) returns boolean language sql stable as $$
  select are_coins_gone(of_member, of_order)
    or exists (select 1 from coin_quotes q join coin_transfers t on t.id = q.transfer_id
      where q.member_id = of_member and q.order_id = of_order and not q.paid
        and t.state not in ('unconfirmed', 'confirmed'))
    or exists (select 1 from payment_captures c
      where c.member_id = of_member and c.order_id = of_order and c.use = 'order'
        and c.reversed_minor > c.restored_minor and c.disputed is not false)
$$;
