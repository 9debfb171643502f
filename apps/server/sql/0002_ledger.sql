-- Double entry. Members' accounts have a balance row that can not go below zero; house accounts have
-- none, so that no row of theirs serialises the shop. Amounts are integer minor units; the sum of a
-- journal is zero per currency; history is never changed. docs/ARCHITECTURE.md has the chart.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  name text not null constraint ledger_accounts_name_once unique,
  owner text not null,           -- a member's id, or 'house'
  currency text not null,
  created_at timestamptz not null default app_now()
);
create index ledger_accounts_owner on ledger_accounts (owner);

create table ledger_balances (
  account_id bigint primary key references ledger_accounts,
  balance bigint not null default 0 constraint ledger_balances_not_negative check (balance >= 0),
  postings bigint not null default 0   -- how many there are, so that a statement need not count
);

create table ledger_journals (
  owner text not null,           -- whose deed it is: a member's id, or 'house'
  id bigint generated always as identity,
  key text not null,
  input_hash bytea not null,
  kind text not null,
  reference text not null,       -- the order, voucher or payment it belongs to
  facts jsonb,                   -- what explains it later, such as the rate of a conversion
  created_at timestamptz not null default app_now(),
  xid xid8 not null default pg_current_xact_id(),
  primary key (owner, id),
  constraint ledger_journals_key_once unique (owner, key)
);
create index ledger_journals_xid on ledger_journals (xid, id);
create index ledger_journals_reference on ledger_journals (owner, reference);

create table ledger_postings (
  owner text not null,
  journal_id bigint not null,
  position smallint not null,
  account_id bigint not null,
  currency text not null,
  amount bigint not null constraint ledger_postings_not_zero check (amount <> 0),
  primary key (owner, journal_id, position)
);
create index ledger_postings_account on ledger_postings (account_id, journal_id desc);

-- Seals: each covers the journals of transactions from_xid <= xid < to_xid, all of them finished when it
-- was made, in the order (xid, id). Changing, adding or removing one of them breaks the chain.
create table ledger_seals (
  seq bigint primary key,
  from_xid xid8 not null,
  to_xid xid8 not null,
  journals bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default app_now(),
  constraint ledger_seals_forward check (to_xid > from_xid)
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger history is never changed' using errcode = 'integrity_constraint_violation',
    constraint = 'ledger_append_only', table = tg_table_name;
end $$;

create trigger ledger_journals_append_only before update or delete on ledger_journals
  for each row execute function ledger_refuse_change();
create trigger ledger_journals_no_truncate before truncate on ledger_journals
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_append_only before update or delete on ledger_postings
  for each row execute function ledger_refuse_change();
create trigger ledger_postings_no_truncate before truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_seals_append_only before update or delete on ledger_seals
  for each row execute function ledger_refuse_change();
create trigger ledger_accounts_append_only before update or delete on ledger_accounts
  for each row execute function ledger_refuse_change();

-- Balances move only inside the trigger below, and start at zero.
create function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 and (tg_op = 'UPDATE' or new.balance <> 0 or new.postings <> 0) then
    raise exception 'a balance moves only with its postings'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_balances_follow';
  end if;
  return new;
end $$;
create trigger ledger_balances_follow before insert or update or delete on ledger_balances
  for each row execute function ledger_guard_balance();

-- After each insert of postings: every journal in it sums to zero per currency and was written by this
-- very transaction; every account exists in that currency; members' balances follow, locked in order.
create function ledger_check_postings() returns trigger language plpgsql as $$
declare
  own_xid xid8 := pg_current_xact_id();
  bad text;
begin
  select p.journal_id::text into bad from fresh p
    group by p.owner, p.journal_id, p.currency having sum(p.amount) <> 0 limit 1;
  if bad is not null then
    raise exception 'journal % does not sum to zero', bad
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_journals_balance';
  end if;
  select p.journal_id::text into bad from fresh p
    left join ledger_accounts a on a.id = p.account_id and a.currency = p.currency
    left join ledger_journals j on j.owner = p.owner and j.id = p.journal_id and j.xid = own_xid
    where a.id is null or j.id is null limit 1;
  if bad is not null then
    raise exception 'journal % is closed, or an account is unknown in its currency', bad
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_postings_belong';
  end if;
  perform 1 from ledger_balances b
    where b.account_id in (select account_id from fresh) order by b.account_id for update;
  update ledger_balances b set balance = b.balance + d.delta, postings = b.postings + d.count
    from (select account_id, sum(amount) as delta, count(*) from fresh group by account_id) d
    where b.account_id = d.account_id;
  return null;
end $$;
create trigger ledger_postings_check after insert on ledger_postings
  referencing new table as fresh for each statement execute function ledger_check_postings();

-- Opens an account once; a member's gets a balance row.
create function ledger_open(p_name text, p_owner text, p_currency text) returns bigint
  language plpgsql as $$
declare
  v_id bigint;
begin
  select id into v_id from ledger_accounts where name = p_name;
  if v_id is not null then return v_id; end if;
  insert into ledger_accounts (name, owner, currency) values (p_name, p_owner, p_currency)
    on conflict on constraint ledger_accounts_name_once do nothing returning id into v_id;
  if v_id is null then
    select id into v_id from ledger_accounts where name = p_name;
  elsif p_owner <> 'house' then
    insert into ledger_balances (account_id) values (v_id);
  end if;
  return v_id;
end $$;

-- Writes journals, entries told apart by the number of theirs. The same key with the same hash answers
-- the first journal and writes nothing; with another hash it is refused. Accounts are named; unknown ones
-- are refused by the trigger, which runs once for all of them.
create function ledger_post_all(
  p_owners text[], p_keys text[], p_hashes bytea[], p_kinds text[], p_references text[],
  p_facts jsonb[],
  p_numbers int[], p_positions smallint[], p_accounts text[], p_currencies text[], p_amounts bigint[]
) returns table (journal_id bigint, replayed boolean) language plpgsql as $$
declare
  v_fresh bigint[];
  v_ids bigint[];
  v_other text;
begin
  with fresh as (
    insert into ledger_journals (owner, key, input_hash, kind, reference, facts)
      select * from unnest(p_owners, p_keys, p_hashes, p_kinds, p_references, p_facts)
      on conflict on constraint ledger_journals_key_once do nothing returning id)
  select coalesce(array_agg(id order by id), '{}') into v_fresh from fresh;
  v_ids := v_fresh;
  if cardinality(v_fresh) <> cardinality(p_keys) then
    select array_agg(j.id order by asked.number),
        min(j.key) filter (where j.input_hash <> asked.hash) into v_ids, v_other
      from unnest(p_owners, p_keys, p_hashes) with ordinality as asked (owner, key, hash, number)
      join ledger_journals j on j.owner = asked.owner and j.key = asked.key;
    if v_other is not null then
      raise exception 'journal key % was used with another input', v_other
        using errcode = 'integrity_constraint_violation', constraint = 'ledger_journals_same_input';
    end if;
  end if;
  insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
    select p_owners[e.number], v_ids[e.number], e.position, coalesce(a.id, 0), e.currency, e.amount
    from unnest(p_numbers, p_positions, p_accounts, p_currencies, p_amounts)
      as e (number, position, account, currency, amount)
    left join ledger_accounts a on a.name = e.account
    where v_ids[e.number] = any (v_fresh);
  return query select id, id <> all (v_fresh) from unnest(v_ids) as id;
end $$;

-- Writes one journal.
create function ledger_post(
  p_owner text, p_key text, p_hash bytea, p_kind text, p_reference text, p_facts jsonb,
  p_accounts text[], p_currencies text[], p_amounts bigint[]
) returns table (journal_id bigint, replayed boolean) language sql as $$
  select * from ledger_post_all(array[p_owner], array[p_key], array[p_hash], array[p_kind],
    array[p_reference], array[p_facts], array_fill(1, array[cardinality(p_accounts)]),
    array(select generate_series(1, cardinality(p_accounts))::smallint), p_accounts, p_currencies,
    p_amounts);
$$;

-- The house's accounts, one of each per currency.
select ledger_open('house:' || account || ':' || currency, 'house', currency)
from unnest(array['sales', 'service_charges', 'discounts', 'cashback', 'paypal_clearing',
  'refunds_payable', 'unmatched', 'vouchers', 'conversion', 'losses']) as account,
  unnest(array['aud', 'cad', 'gbp', 'usd', 'eur']) as currency;
