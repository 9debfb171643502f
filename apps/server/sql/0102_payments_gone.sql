-- Whether what paid an order is gone: its coins, or what a card paid and the provider took back. Of what the shop's people
-- gave back themselves the provider has said so.
create function is_payment_gone(of_member text, of_order text) returns boolean language sql stable as $$
  select are_coins_gone(of_member, of_order) or exists (select 1 from payment_captures c
    where c.member_id = of_member and c.order_id = of_order and c.use = 'order'
      and c.reversed_minor > 0 and c.disputed is not false)
$$;
