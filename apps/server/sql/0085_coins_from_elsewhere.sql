-- Orders are also paid from any other wallet: what comes to an order's own address pays it, or goes to its buyer.

-- Of what came to the house: it is counted with the order whose address it came to.
alter table coin_outputs add column matched boolean not null default false;
create index coin_outputs_unmatched on coin_outputs (coin, script) where not matched and made_by is null;

-- What came to the address of an order and has its confirmations, whether it paid the order, and what of it went to
-- the buyer's wallet; smallest units.
alter table coin_quotes
  add column received bigint not null default 0,
  add column paid boolean not null default false,
  add column credited bigint not null default 0 check (credited >= 0),
  add constraint coin_quotes_spent_once check (received >= credited + case when paid then amount else 0 end);

-- An order that a coin pays for goes on only with the send that pays it, or with what came to its address. Checked at
-- commit.
create or replace function orders_check_coins() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from coin_quotes q left join coin_transfers t on t.id = q.transfer_id
      where q.member_id = new.member_id and q.order_id = new.id
        and (q.paid or t.order_id = new.id and t.value = q.amount and t.state in ('unconfirmed', 'confirmed')))
  then
    raise exception 'order % is % without its coins', new.id, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'orders_paid_by_coins';
  end if;
  return null;
end $$;
