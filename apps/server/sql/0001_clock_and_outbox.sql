-- The shop's clock. Tests replace this function to move time; production never does.
create function app_now() returns timestamptz
  language sql stable parallel safe
  as $$ select now() $$;

-- Jobs are enqueued by inserting here, in the transaction that makes them necessary; a relay moves them
-- to the job runner. A plain insert neither notifies nor takes a lock, so it serialises no commits.
create table outbox (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  run_at timestamptz,
  created_at timestamptz not null default app_now()
);

-- Fixed windows of counted tries; see platform/throttle.ts.
create table throttle_windows (
  key text primary key,
  hits integer not null check (hits > 0),
  started_at timestamptz not null
);
