-- Workers say now and then that they live: jobs of one that was killed are then known to be nobody's.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null
);
