-- What was only checked afterwards is refused now: an order whose lines do not add up to it or that has none,
-- a line added to an order later, an unpaid order that would hold its codes for ever, and an order that ends
-- while it holds codes. Sums and codes are looked at at commit.
create function orders_check_lines() returns trigger language plpgsql as $$
declare
  v_order text;
begin
  if tg_table_name = 'orders' then v_order := new.id; else v_order := new.order_id; end if;
  if not exists (select 1 from orders o
      join order_lines l on l.member_id = o.member_id and l.order_id = o.id
      where o.member_id = new.member_id and o.id = v_order
      group by o.total_minor, o.cashback_minor
      having sum(l.payable_minor) = o.total_minor and sum(l.cashback_minor) = o.cashback_minor)
  then
    raise exception 'the lines of order % do not add up to it', v_order
      using errcode = 'integrity_constraint_violation', constraint = 'orders_lines_add_up';
  end if;
  return null;
end $$;
create constraint trigger orders_lines_add_up after insert on orders
  deferrable initially deferred for each row execute function orders_check_lines();
create constraint trigger order_lines_add_up after insert on order_lines
  deferrable initially deferred for each row execute function orders_check_lines();

alter table orders add constraint orders_unpaid_lapse check (state <> 'pending' or lapses_at is not null);

create function orders_check_reservations() returns trigger language plpgsql as $$
begin
  if exists (select 1 from orders o
      join order_lines l on l.member_id = o.member_id and l.order_id = o.id
      join codes c on c.line_id = l.id and c.state = 'reserved'
      where o.member_id = new.member_id and o.id = new.id
        and o.state not in ('pending', 'paid', 'accepted'))
  then
    raise exception 'order % is % and holds codes', new.id, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'orders_hold_no_codes';
  end if;
  return null;
end $$;
create constraint trigger orders_hold_no_codes after update of state on orders
  deferrable initially deferred for each row
  when (new.state not in ('pending', 'paid', 'accepted')) execute function orders_check_reservations();
