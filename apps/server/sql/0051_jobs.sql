-- One queue instead of two: the outbox itself is what workers take jobs from, so that a job is written
-- once. See docs/decisions/0013.
alter table outbox rename to jobs;
alter index outbox_pkey rename to jobs_pkey;
alter table jobs rename column run_at to due_at;

update jobs set due_at = coalesce(due_at, created_at), queue = coalesce(queue, '');
alter table jobs
  alter column due_at set default now(),
  alter column due_at set not null,
  -- Of the jobs of a queue one is worked on at a time; those without a name are in none.
  alter column queue set default '',
  alter column queue set not null,
  -- How often it was taken, and how often it may be.
  add column attempts smallint not null default 0 check (attempts >= 0),
  add column max_attempts smallint not null default 12 check (max_attempts > 0),
  -- Who has it until then; of one that is killed nothing is heard, and the job is taken again.
  add column worker text,
  add column leased_until timestamptz,
  -- It failed at its last attempt and waits for somebody to look.
  add column given_up_at timestamptz,
  add column last_error text;
update jobs set max_attempts = coalesce((payload ->> 'attempts')::smallint, 12),
  payload = payload - 'attempts';

-- Taking a job changes no column of these: the row stays in its page and no index is written.
create index jobs_due on jobs (queue, priority, due_at, id) where given_up_at is null;
create index jobs_given_up on jobs (given_up_at, id) where given_up_at is not null;
alter table jobs set (
  -- Room for the second version of every row beside the first.
  fillfactor = 40,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000,
  -- Giving space back would lock the table; the next evening needs it again.
  vacuum_truncate = off);

-- Which worker works on the jobs of a queue.
create table job_queues (
  name text primary key,
  worker text not null,
  leased_until timestamptz not null
);

-- What the job runner before this one still had to do, where there was one. What it was working on it may end
-- by itself, and can not write down.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  lock table graphile_worker._private_jobs in access exclusive mode;
  insert into jobs (task, payload, due_at, created_at, priority, queue, attempts, max_attempts,
      given_up_at, last_error)
    select t.identifier, j.payload::jsonb,
      case when j.locked_at is null then j.run_at else now() + interval '1 minute' end, j.created_at,
      j.priority, coalesce(q.queue_name, ''),
      case when j.locked_at is null then j.attempts else least(j.attempts, j.max_attempts - 1) end,
      j.max_attempts,
      case when j.locked_at is null and j.attempts >= j.max_attempts then j.updated_at end,
      j.last_error
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    order by j.id;
  drop schema graphile_worker cascade;
end $$;
drop table job_workers;

-- Processes of the release before, until they are stopped, enqueue into `outbox` and move rows from there to
-- the job runner they knew: they find an empty table that takes everything.
create view outbox as
  select id, task, payload, due_at as run_at, created_at, priority, queue from jobs where false;
create function outbox_enqueue() returns trigger language plpgsql as $$
begin
  insert into jobs (task, payload, due_at, priority, queue, max_attempts) values (new.task,
    new.payload - 'attempts', coalesce(new.run_at, now()), coalesce(new.priority, 0),
    coalesce(new.queue, ''), coalesce((new.payload ->> 'attempts')::smallint, 12));
  return new;
end $$;
create trigger outbox_enqueue instead of insert on outbox
  for each row execute function outbox_enqueue();
