-- Eras of the ledger. A dump restored into another cluster of PostgreSQL finds other transaction ids there:
-- ids compare within an era only. Its journals are those from from_journal on, up to the next era's.
create table ledger_eras (
  seq bigint primary key,
  cluster text not null,         -- the system identifier of the cluster the era began in
  from_journal bigint not null,
  began_at timestamptz not null default app_now()
);
insert into ledger_eras (seq, cluster, from_journal)
  select 0, system_identifier::text, 0 from pg_control_system();

create trigger ledger_eras_append_only before update or delete on ledger_eras
  for each row execute function ledger_refuse_change();
create trigger ledger_eras_no_truncate before truncate on ledger_eras
  for each statement execute function ledger_refuse_change();

-- A seal covers the journals of its era with from_xid <= xid < to_xid. No default stays: a process of the
-- release before knows no eras, and what it sealed in a later one would never fit.
alter table ledger_seals add column era bigint not null default 0
  constraint ledger_seals_era references ledger_eras;
alter table ledger_seals alter column era drop default;
