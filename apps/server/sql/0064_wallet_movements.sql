-- What moved each member's account, in the order in which its balance moved, with what figures it left. So a
-- place, a count, a sum or a balance at any time is one step in an index, however long the list is.
create table ledger_movements (
  account_id bigint not null,
  nth bigint not null,           -- 1, 2, 3 … of its account
  owner text not null,           -- its posting
  journal_id bigint not null,
  position smallint not null,
  kind text not null,            -- its journal's
  incoming boolean not null,
  amount bigint not null,
  balance bigint not null,       -- of the account, behind it
  moved_at timestamptz not null, -- when its journal was written; never before the one before it
  kind_nth bigint not null,      -- how many of its account, kind and direction there are with it
  kind_total bigint not null,    -- and their sum
  primary key (account_id, nth)
);
create unique index ledger_movements_kind on ledger_movements (account_id, kind, incoming, nth);
create unique index ledger_movements_time on ledger_movements (account_id, moved_at, nth);

-- How many of a kind and direction an account has up to a movement, and their sum; no row for none. All four
-- columns of the index are compared: by the account alone PostgreSQL might walk until it meets one of the kind.
create function ledger_alike(p_account bigint, p_kind text, p_incoming boolean, p_nth bigint)
returns table (kind_nth bigint, kind_total bigint) language sql stable as $$
  select m.kind_nth, m.kind_total from ledger_movements m
  where (m.account_id, m.kind, m.incoming, m.nth) > (p_account, p_kind, p_incoming, 0)
    and (m.account_id, m.kind, m.incoming, m.nth) <= (p_account, p_kind, p_incoming, p_nth)
  order by m.account_id desc, m.kind desc, m.incoming desc, m.nth desc limit 1
$$;

-- Runs behind `ledger_postings_check`, which has locked the balances: movements of an account come one by one.
-- Each look-up is one step in an index. Its plan is kept per session, and without statistics, as on the first day,
-- PostgreSQL would sort all movements of an account for it; so other plans are ruled out.
create function ledger_note_movements() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
  as $$
declare
  v record;
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

insert into ledger_movements (account_id, nth, owner, journal_id, position, kind, incoming, amount, balance,
    moved_at, kind_nth, kind_total)
  select p.account_id, row_number() over one_by_one, p.owner, p.journal_id, p.position, j.kind,
    p.amount > 0, p.amount, sum(p.amount) over one_by_one, max(j.created_at) over one_by_one,
    row_number() over alike, sum(p.amount) over alike
  from ledger_postings p
  join ledger_balances b on b.account_id = p.account_id
  join ledger_journals j on j.owner = p.owner and j.id = p.journal_id
  window one_by_one as (partition by p.account_id order by p.journal_id, p.position),
    alike as (partition by p.account_id, j.kind, p.amount > 0 order by p.journal_id, p.position);

create trigger ledger_movements_append_only before update or delete on ledger_movements
  for each row execute function ledger_refuse_change();
create trigger ledger_movements_no_truncate before truncate on ledger_movements
  for each statement execute function ledger_refuse_change();
-- Nobody but the trigger above writes them.
create trigger ledger_movements_follow before insert on ledger_movements
  for each row when (pg_trigger_depth() < 1) execute function ledger_refuse_change();
