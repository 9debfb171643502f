-- What the checks of the ledger found while the shop runs. One that never ended has no verdict.
create table ledger_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default app_now(),
  took_ms integer,
  ok boolean,
  problems jsonb,
  constraint ledger_checks_ended_whole check (
    (took_ms is null) = (ok is null) and (took_ms is null) = (problems is null))
);
