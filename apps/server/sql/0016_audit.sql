-- What operators asked the shop to do, written before it is done. Never changed, never forgotten.
create table audit_entries (
  id bigint generated always as identity primary key,
  actor text not null,          -- an operator's id, or the account that used the command line
  deed text not null,           -- such as 'order refund'
  facts jsonb not null,         -- what it was asked with
  created_at timestamptz not null default app_now()
);
create trigger audit_entries_kept before update or delete on audit_entries
  for each row execute function history_refuse_loss();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function history_refuse_loss();

-- Set when an operator first signs in to the back office.
alter table operators add column password_hash text;
