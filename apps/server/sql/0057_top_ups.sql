-- Money added to a wallet by card. A member has one at a time that is not paid yet; asking for another amount
-- gives up the one before.
create table top_ups (
  member_id text not null references members,
  id text not null constraint top_ups_id check (id like 'top\_%'),
  currency text not null check (currency in ('aud', 'cad', 'gbp', 'usd', 'eur')),
  amount_minor bigint not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'paid', 'failed')),
  -- Of one that is pending: the last try was declined.
  fail_reason text check (fail_reason in ('declined', 'cancelled', 'lapsed', 'returned')),
  notice text not null default '',
  payment_id text not null default '',      -- the provider's order, as the wire shows it
  client_id text not null default '',       -- sOrderId, as the call that added it said
  created_at timestamptz not null default app_now(),
  lapses_at timestamptz not null,
  paid_at timestamptz,
  primary key (member_id, id),
  constraint top_ups_paid_at_a_time check ((state = 'paid') = (paid_at is not null)),
  constraint top_ups_failed_for_a_reason check (state <> 'failed' or fail_reason is not null)
);
create unique index top_ups_one_open on top_ups (member_id) where state = 'pending';
create index top_ups_lapsing on top_ups (lapses_at) where state = 'pending';
-- What a day's limit is reckoned from.
create index top_ups_paid on top_ups (member_id, paid_at) where state = 'paid';

create function top_ups_guard() returns trigger language plpgsql as $$
begin
  if (new.state <> old.state and (old.state, new.state) not in (
      ('pending', 'paid'), ('pending', 'failed'), ('failed', 'paid')))
    or (new.member_id, new.id, new.currency, new.amount_minor, new.created_at)
       is distinct from (old.member_id, old.id, old.currency, old.amount_minor, old.created_at)
    or (old.client_id <> '' and new.client_id <> old.client_id)
  then
    raise exception 'top-up % may not go from % to %', old.id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'top_ups_edges';
  end if;
  return new;
end $$;
create trigger top_ups_edges before update on top_ups
  for each row execute function top_ups_guard();
create trigger top_ups_kept before delete on top_ups
  for each row execute function history_refuse_loss();
create trigger top_ups_no_truncate before truncate on top_ups
  for each statement execute function history_refuse_loss();

-- Paid means: one capture of exactly this amount is credited to it. Checked at commit.
create function top_ups_check_capture() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from payment_captures
      where member_id = new.member_id and order_id = new.id and use = 'order'
        and amount_minor = new.amount_minor and currency = new.currency)
  then
    raise exception 'top-up % is paid without its capture', new.id
      using errcode = 'integrity_constraint_violation', constraint = 'top_ups_captured';
  end if;
  return null;
end $$;
create constraint trigger top_ups_captured after insert or update of state on top_ups
  deferrable initially deferred for each row when (new.state = 'paid')
  execute function top_ups_check_capture();

-- What is paid for is an order or a top-up; its id says which. The column keeps its name.
alter table payments drop constraint payments_order;
alter table payments
  add column paid_order_id text generated always as
    (case when order_id not like 'top\_%' then order_id end) stored,
  add column top_up_id text generated always as
    (case when order_id like 'top\_%' then order_id end) stored;
alter table payments
  add constraint payments_order foreign key (member_id, paid_order_id) references orders,
  add constraint payments_top_up foreign key (member_id, top_up_id) references top_ups;

-- What a permit was made for, where it was made for one thing.
alter table wallet_permits add column about text;

-- Keys of journals are unique per member only; money is added once of all members.
create unique index ledger_journals_added_once on ledger_journals (key) where kind = 'add';

insert into site_options (name, value, kind, public) values
  ('top_up_least', '5', 'whole', false),
  ('top_up_daily_limit', '500', 'whole', false),
  ('top_up_daily_limit_verified', '10000', 'whole', false);

-- Money set aside is listed without reading every account.
create index ledger_accounts_frozen on ledger_accounts (id) where name like 'member:%:frozen:%';
