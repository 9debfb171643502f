-- Delivered means of an order, too, that all codes are there: none of its lines is left that was neither
-- delivered nor given back. Checked at commit, where it can come to be: when an order becomes delivered, and
-- when an open line is stored. An order from the wallet is stored delivered with lines that are, so it pays
-- for none of this.
create function orders_check_delivery() returns trigger language plpgsql as $$
declare
  v_order text;
begin
  if tg_table_name = 'orders' then v_order := new.id; else v_order := new.order_id; end if;
  if exists (select 1 from orders o
      join order_lines l on l.member_id = o.member_id and l.order_id = o.id
      where o.member_id = new.member_id and o.id = v_order and o.state = 'delivered'
        and l.state <> 3 and l.refunded_at is null)
  then
    raise exception 'order % is delivered without one of its lines', v_order
      using errcode = 'integrity_constraint_violation', constraint = 'orders_delivered_whole';
  end if;
  return null;
end $$;
create constraint trigger orders_delivered_whole after update of state on orders
  deferrable initially deferred for each row when (new.state = 'delivered')
  execute function orders_check_delivery();
create constraint trigger order_lines_of_delivered after insert on order_lines
  deferrable initially deferred for each row when (new.state <> 3)
  execute function orders_check_delivery();
