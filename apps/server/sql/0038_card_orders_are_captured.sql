-- An order that a card pays for goes on only with its money: one capture is credited to it, of exactly what
-- its wallet share leaves. Checked at commit. An order from the wallet alone pays for none of this.
create function orders_check_capture() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from payment_captures
      where member_id = new.member_id and order_id = new.id and use = 'order'
        and amount_minor = new.total_minor - new.wallet_minor and currency = new.currency)
  then
    raise exception 'order % is % without its capture', new.id, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'orders_captured';
  end if;
  return null;
end $$;
create constraint trigger orders_captured after insert or update of state on orders
  deferrable initially deferred for each row
  when (new.gateway = 'PayPal' and new.state in ('paid', 'accepted', 'delivered'))
  execute function orders_check_capture();
