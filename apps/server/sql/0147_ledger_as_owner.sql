-- The shop's role has no right to move a balance, to write movements or to lock journals (`rights.txt`): these do it as
-- the owner.
alter function ledger_check_postings() security definer set search_path = public, pg_temp;
alter function ledger_note_movements() security definer set search_path = public, pg_temp;

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
