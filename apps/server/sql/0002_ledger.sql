-- Double entry. Members' accounts have a balance that can not go below zero; house accounts have none, so that no row
-- of theirs serialises the shop. Amounts are integer minor units; the sum of a journal is zero per currency; history
-- is never changed. docs/ARCHITECTURE.md has the chart of accounts.

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger history is never changed'
    using errcode = 'integrity_constraint_violation', constraint = 'ledger_append_only', table = tg_table_name;
end $$;

create table ledger_accounts (
  id bigint generated always as identity primary key,
  name text not null constraint ledger_accounts_name_once unique,
  owner text not null,           -- a member's id, or 'house'
  currency text not null, created_at timestamptz not null default app_now(),
  -- An account of a member under the house's name would have no balance that keeps it from going below zero.
  constraint ledger_accounts_owned check (name not like 'member:%' or owner = split_part(name, ':', 2))
);
create index ledger_accounts_owner on ledger_accounts (owner);
create index ledger_accounts_frozen on ledger_accounts (id) where name like 'member:%:frozen:%';

create table ledger_balances (
  account_id bigint primary key references ledger_accounts,
  balance bigint not null default 0 constraint ledger_balances_not_negative check (balance >= 0),
  postings bigint not null default 0   -- how many there are, so that a statement need not count
);
-- Balances start at zero and are moved by the trigger of postings alone.
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
create trigger ledger_balances_no_truncate before truncate on ledger_balances
  for each statement execute function ledger_refuse_change();

create table ledger_journals (
  owner text not null,           -- the member whose deed it is, or 'house'
  id bigint generated always as identity,
  key text not null,             -- the idempotency key
  input_hash bytea not null,
  kind text not null constraint ledger_journals_kind check (kind in (   -- those of ledger/kinds.ts
    'buy', 'hold', 'release', 'capture', 'cashback', 'refund', 'unmatched', 'reversal', 'restored', 'refund_owed',
    'refund_settled', 'refund_reversed', 'coin_paid', 'coin_given_up', 'coin_credit', 'add', 'freeze', 'keep',
    'unfreeze', 'sell', 'redeem', 'send', 'points', 'points_back', 'spend_points', 'friend_points', 'friend_back',
    'coin_in', 'coin_lost', 'coin_out', 'coin_settled', 'coin_unsettled', 'coin_back', 'coin_cold_found')),
  reference text not null,       -- the order, voucher or payment it belongs to
  facts jsonb,                   -- what explains it later, such as the rate of a conversion
  created_at timestamptz not null default app_now(),
  xid xid8 not null default pg_current_xact_id(),
  primary key (owner, id),
  constraint ledger_journals_key_once unique (owner, key)
);
create index ledger_journals_xid on ledger_journals (xid, id);
create index ledger_journals_reference on ledger_journals (owner, reference);
-- Keys are unique per owner. What is booked for one of all members at most:
create unique index ledger_journals_redeemed_once on ledger_journals (key) where kind = 'redeem';
create unique index ledger_journals_added_once on ledger_journals (key) where kind = 'add';
create unique index ledger_journals_sent_once on ledger_journals (key) where kind = 'send';
create unique index ledger_journals_friend_once on ledger_journals (key) where kind = 'friend_points';

create table ledger_postings (
  owner text not null, journal_id bigint not null, position smallint not null, account_id bigint not null,
  currency text not null, amount bigint not null constraint ledger_postings_not_zero check (amount <> 0),
  primary key (owner, journal_id, position)
);
create index ledger_postings_account on ledger_postings (account_id, journal_id desc);

-- After each insert: every journal sums to zero per currency and was written by this transaction, and every account
-- exists in that currency. Balances move in the order of accounts, so that no two journals deadlock. As the owner: the
-- shop's role has no right to move a balance, to write movements or to lock journals (`rights.txt`).
create function ledger_check_postings() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  v_own_xid xid8 := pg_current_xact_id();
  v_bad record;
  v_moved record;
begin
  select p.journal_id, sum(p.amount) <> 0 as uneven into v_bad
    from fresh p
    left join ledger_accounts a on a.id = p.account_id and a.currency = p.currency
    left join ledger_journals j on j.owner = p.owner and j.id = p.journal_id and j.xid = v_own_xid
    group by p.owner, p.journal_id, p.currency
    having sum(p.amount) <> 0 or count(*) filter (where a.id is null or j.id is null) > 0 limit 1;
  if found then
    perform must_hold(not v_bad.uneven, 'ledger_journals_balance', v_bad.journal_id::text);
    perform must_hold(false, 'ledger_postings_belong', v_bad.journal_id::text);
  end if;
  for v_moved in
    select b.account_id, sum(p.amount) as delta, count(*) as postings
    from fresh p join ledger_balances b on b.account_id = p.account_id
    group by b.account_id order by b.account_id
  loop
    update ledger_balances b
      set balance = b.balance + v_moved.delta, postings = b.postings + v_moved.postings
      where b.account_id = v_moved.account_id;
  end loop;
  return null;
end $$;
create trigger ledger_postings_check after insert on ledger_postings
  referencing new table as fresh for each statement execute function ledger_check_postings();

-- Postings of each member's account in the order in which its balance moved, with running figures: a place, count,
-- sum or balance at any time is one step in an index (docs/decisions/0016).
create table ledger_movements (
  account_id bigint not null,
  nth bigint not null,           -- 1, 2, 3 … of its account
  owner text not null,           -- with the next two: its posting
  journal_id bigint not null,
  position smallint not null,
  kind text not null,            -- its journal's
  incoming boolean not null,
  amount bigint not null,
  balance bigint not null,       -- of the account, after it
  moved_at timestamptz not null, -- when its journal was written; never before the movement before it
  kind_nth bigint not null,      -- how many of its account, kind and direction there are up to it
  kind_total bigint not null,    -- and their sum
  primary key (account_id, nth)
);
create unique index ledger_movements_kind on ledger_movements (account_id, kind, incoming, nth);
-- With the balance: the chart of 365 days reads the index alone.
create unique index ledger_movements_balance on ledger_movements (account_id, moved_at, nth) include (balance);
-- Written by the trigger below alone.
create trigger ledger_movements_follow before insert on ledger_movements
  for each row when (pg_trigger_depth() < 1) execute function ledger_refuse_change();

-- Count and sum of a kind and direction up to a movement; no row for none. Compares all four columns of the index: by
-- the account alone PostgreSQL might walk until it meets one of the kind.
create function ledger_alike(p_account bigint, p_kind text, p_incoming boolean, p_nth bigint)
returns table (kind_nth bigint, kind_total bigint) language sql stable as $$
  select m.kind_nth, m.kind_total from ledger_movements m
  where (m.account_id, m.kind, m.incoming, m.nth) > (p_account, p_kind, p_incoming, 0)
    and (m.account_id, m.kind, m.incoming, m.nth) <= (p_account, p_kind, p_incoming, p_nth)
  order by m.account_id desc, m.kind desc, m.incoming desc, m.nth desc limit 1
$$;

-- Runs after `ledger_postings_check`, which has locked the balances. Plans are kept per session; without statistics
-- PostgreSQL would sort all movements of an account, so the settings rule other plans out.
create function ledger_note_movements() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
  as $$
declare v record;
begin
  for v in
    select p.account_id, p.owner, p.journal_id, p.position, p.amount, j.kind, j.created_at
    from fresh p
    join ledger_balances b on b.account_id = p.account_id
    join ledger_journals j on j.owner = p.owner and j.id = p.journal_id
    order by p.account_id, p.journal_id, p.position
  loop
    insert into ledger_movements (account_id, nth, owner, journal_id, position, kind, incoming, amount,
        balance, moved_at, kind_nth, kind_total)
      select v.account_id, coalesce(last.nth, 0) + 1, v.owner, v.journal_id, v.position, v.kind,
        v.amount > 0, v.amount, coalesce(last.balance, 0) + v.amount,
        greatest(v.created_at, last.moved_at), coalesce(alike.kind_nth, 0) + 1,
        coalesce(alike.kind_total, 0) + v.amount
      from (select) as one
      left join lateral (
        select m.nth, m.balance, m.moved_at from ledger_movements m
        where m.account_id = v.account_id order by m.nth desc limit 1) last on true
      left join lateral ledger_alike(v.account_id, v.kind, v.amount > 0, last.nth) alike on true;
  end loop;
  return null;
end $$;
create trigger ledger_postings_moved after insert on ledger_postings
  referencing new table as fresh for each statement execute function ledger_note_movements();

-- Opens an account once; a member's gets a balance.
create function ledger_open(p_name text, p_owner text, p_currency text) returns bigint language plpgsql as $$
declare v_id bigint;
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

-- Writes journals; `p_numbers` says which journal an entry belongs to. The same key with the same hash answers the
-- first journal and writes nothing; with another hash it is refused. Unknown accounts are refused by the trigger.
create function ledger_post_all(
  p_owners text[], p_keys text[], p_hashes bytea[], p_kinds text[], p_references text[], p_facts jsonb[],
  p_numbers integer[], p_positions smallint[], p_accounts text[], p_currencies text[], p_amounts bigint[])
returns table (journal_id bigint, replayed boolean) language plpgsql as $$
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
    perform must_hold(v_other is null, 'ledger_journals_same_input', v_other);
  end if;
  insert into ledger_postings (owner, journal_id, position, account_id, currency, amount)
    select p_owners[e.number], v_ids[e.number], e.position, coalesce(a.id, 0), e.currency, e.amount
    from unnest(p_numbers, p_positions, p_accounts, p_currencies, p_amounts)
      as e (number, position, account, currency, amount)
    left join ledger_accounts a on a.name = e.account
    where v_ids[e.number] = any (v_fresh);
  foreach journal_id in array v_ids loop
    replayed := journal_id <> all (v_fresh);
    return next;
  end loop;
end $$;

-- The house's accounts: of each currency, of both, and of each coin.
select ledger_open('house:' || account || ':' || currency, 'house', currency)
from unnest(array['sales', 'service_charges', 'discounts', 'cashback', 'points', 'paypal_clearing', 'refunds_payable',
    'vouchers', 'bought_cards', 'exchange_fees', 'conversion', 'unmatched', 'losses']) as account,
  unnest(array['aud', 'cad', 'gbp', 'usd', 'eur']) as currency
union all
select ledger_open('house:' || account || ':' || coin, 'house', coin)
from unnest(array['coin_chain', 'coin_sending', 'coin_fees', 'coin_refills', 'coin_cold', 'conversion', 'unmatched',
    'losses']) as account,
  unnest(array['btc', 'ltc']) as coin;

-- Eras. A dump restored into another cluster finds other transaction ids there: ids compare within an era only, whose
-- journals are those from `from_journal` on, up to the next era's.
create table ledger_eras (
  seq bigint primary key,
  cluster text not null,         -- the system identifier of the cluster
  from_journal bigint not null
);
insert into ledger_eras (seq, cluster, from_journal)
  select 0, system_identifier::text, 0 from pg_control_system();

-- Seals: a hash chain over the journals of an era with from_xid <= xid < to_xid, in the order (xid, id). All these
-- transactions had ended when the seal was made.
create table ledger_seals (
  seq bigint primary key, era bigint not null constraint ledger_seals_era references ledger_eras,
  from_xid xid8 not null, to_xid xid8 not null, journals bigint not null, hash bytea not null,
  sealed_at timestamptz not null default app_now(),
  constraint ledger_seals_forward check (to_xid > from_xid)
);
create index ledger_seals_to_xid on ledger_seals (era, to_xid);
create index ledger_seals_sealed_at on ledger_seals (sealed_at, seq);

-- The tree of seals (RFC 9162, SHA-256): seal n is its n-th leaf. A row has the root of the tree of its seal's
-- journals, and the hashes of all complete subtrees that end with this leaf, smallest first, 32 bytes each.
create table ledger_tree (
  seal bigint primary key constraint ledger_tree_seal references ledger_seals,
  root bytea not null constraint ledger_tree_root check (octet_length(root) = 32), nodes bytea not null,
  constraint ledger_tree_nodes check (
    octet_length(nodes) % 32 = 0 and (seal & -seal) = (1::bigint << (octet_length(nodes) / 32 - 1)))
);
alter table ledger_tree alter column nodes set storage plain;   -- hashes do not compress

-- All of these are append-only.
do $$
declare t text;
begin
  foreach t in array array['accounts', 'journals', 'postings', 'movements', 'eras', 'seals', 'tree'] loop
    execute format('create trigger ledger_%1$s_append_only before update or delete on ledger_%1$s
      for each row execute function ledger_refuse_change()', t);
    execute format('create trigger ledger_%1$s_no_truncate before truncate on ledger_%1$s
      for each statement execute function ledger_refuse_change()', t);
  end loop;
end $$;

-- Checks of the ledger. One that failed has a duration and no verdict.
create table ledger_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default app_now(),
  took_ms integer, ok boolean, problems jsonb,
  -- The chain was checked from behind one seal (0: from the first) up to another. The next check goes on from there.
  chain_behind bigint, chain_seal bigint, chain_hash bytea,
  tree_root bytea,               -- of the tree up to `chain_seal`; null where the tree does not reach it yet
  constraint ledger_checks_ended_whole check (
    (ok is null) = (problems is null) and (ok is null or took_ms is not null)),
  constraint ledger_checks_chain check ((chain_seal is null) = (chain_hash is null))
);

-- The days whose signed head was mailed to the owner; the heads themselves stand in a file.
create table ledger_head_mails (day date primary key);

-- Waits for journals under way, and keeps others out until the end of the transaction.
create function ledger_hold_journals() returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  lock table ledger_journals in share mode;
end $$;

-- Replication of rows leaves sequences behind: the next journal would get an id of the era before.
create function ledger_follow_ids() returns void language sql
  security definer set search_path = public, pg_temp as $$
  select setval('ledger_journals_id_seq', e.first)
  from (select max(from_journal) as first from ledger_eras) e
  where nextval('ledger_journals_id_seq') < e.first
$$;
