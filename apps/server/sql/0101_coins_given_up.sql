-- Of an order whose coins are gone: what of its price an operator has given up with the lines that ended. It pays nothing
-- any more, so that it is its buyer's again where it comes once more.
alter table coin_quotes
  add column given_up bigint not null default 0,
  add constraint coin_quotes_given_up check (given_up between 0 and amount),
  drop constraint coin_quotes_spent_once,
  add constraint coin_quotes_spent_once
    check (received >= credited + case when paid then amount - given_up else 0 end);

-- An order that a coin pays for goes on only with the send that pays it, or with what came to its address, or when what
-- these did not bring was given up. Checked at commit.
create or replace function orders_check_coins() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from coin_quotes q left join coin_transfers t on t.id = q.transfer_id
      where q.member_id = new.member_id and q.order_id = new.id
        and (q.paid or q.given_up > 0
          or t.order_id = new.id and t.value = q.amount and t.state in ('unconfirmed', 'confirmed')))
  then
    raise exception 'order % is % without its coins', new.id, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'orders_paid_by_coins';
  end if;
  return null;
end $$;

-- Whether the coins that paid an order are gone: a fork took them, or the send that paid it came to nothing.
create function are_coins_gone(of_member text, of_order text) returns boolean language sql stable as $$
  select exists (select 1 from coin_quotes q
    where q.member_id = of_member and q.order_id = of_order and case when q.paid
      then q.received - q.credited - (q.amount - q.given_up) < (
        select coalesce(sum(o.lost), 0) from coin_outputs o
        where o.coin = q.coin and o.script = q.script and o.made_by is null
          and o.matched and not o.booked and not o.taken)
      else exists (select 1 from coin_transfers t where t.id = q.transfer_id
        and t.state in ('failed', 'rejected')) end)
$$;
