/** The queue of the release before: what waited in it, and what its processes enqueue while they still run. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, inject, onTestFinished } from 'vitest';
import { connect, sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { cloneDatabase } from '../testing/databases.ts';
import { longTest } from '../testing/long.ts';

const folder = new URL('../../sql/', import.meta.url);
const names = readdirSync(folder).sort();
const change = names.findIndex((name) => name.endsWith('_jobs.sql'));
const textsOf = (some: readonly string[]) =>
  some.map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** The tables of graphile-worker 0.18, as far as jobs are in them. */
const runner = `
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id int primary key, identifier text not null);
  create table graphile_worker._private_job_queues (id int primary key, queue_name text not null);
  create table graphile_worker._private_jobs (
    id bigint primary key, job_queue_id int, task_id int not null, payload json not null,
    priority smallint not null default 0, run_at timestamptz not null default now(),
    attempts smallint not null default 0, max_attempts smallint not null default 25, last_error text,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    locked_at timestamptz);
  insert into graphile_worker._private_tasks values (1, 'checkout.event'), (2, 'accounts.send_reset');
  insert into graphile_worker._private_job_queues values (7, 'checkout.event 0');
  insert into graphile_worker._private_jobs
      (id, job_queue_id, task_id, payload, priority, attempts, max_attempts, last_error, locked_at)
    values (1, 7, 1, '{"n": 1}', 10, 3, 20, 'not now', null),
      (2, null, 2, '{"n": 2}', 0, 8, 8, 'never', null),
      (3, null, 2, '{"n": 3}', 0, 8, 8, null, now());`;

/** A database of the release before. */
async function before(...scripts: readonly string[]) {
  const database = await cloneDatabase(inject('server'), 'template0');
  const db = connect(database.ownerUrl, { max: 2, log: makeLog('silent') });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  await db.script('create table schema_migrations (name text primary key, hash text not null)');
  for (const text of [...textsOf(names.slice(0, change)), ...scripts]) await db.script(text);
  return db;
}

const oldEnqueue = `
  insert into outbox (task, payload, run_at, priority, queue) values
    ('selling.mail', '{"n": 4, "attempts": 20}', null, 0, null),
    ('contact.forward', '{"n": 5, "attempts": 12}', now() + interval '1 hour', 10, 'contact')`;

const oldRelay = sql<{ id: string }>`
  delete from outbox where id in (
    select id from outbox order by id limit 500 for update skip locked)
  returning id, task, payload, run_at, priority, queue`;

const jobs = sql`
  select task, payload, priority, queue, attempts, max_attempts as most, last_error as error,
    due_at > now() as later, given_up_at is not null as "givenUp" from jobs order by payload ->> 'n'`;

const usual = { priority: 0, queue: '', attempts: 0, error: null, later: false, givenUp: false };
const enqueued = [
  { ...usual, task: 'selling.mail', payload: { n: 4 }, most: 20 },
  {
    ...usual,
    task: 'contact.forward',
    payload: { n: 5 },
    most: 12,
    later: true,
    priority: 10,
    queue: 'contact',
  },
];

longTest(
  'what waited in the outbox and in the job runner is taken over, with its attempts and its errors',
  async () => {
    const db = await before(runner, oldEnqueue);
    for (const text of textsOf(names.slice(change))) await db.script(text);
    expect(await db.rows(jobs)).toEqual([
      {
        ...usual,
        task: 'checkout.event',
        payload: { n: 1 },
        attempts: 3,
        most: 20,
        error: 'not now',
        priority: 10,
        queue: 'checkout.event 0',
      },
      {
        ...usual,
        task: 'accounts.send_reset',
        payload: { n: 2 },
        attempts: 8,
        most: 8,
        error: 'never',
        givenUp: true,
      },
      // It was being worked on: nobody can say any more whether it went well.
      {
        ...usual,
        task: 'accounts.send_reset',
        payload: { n: 3 },
        attempts: 7,
        most: 8,
        later: true,
      },
      ...enqueued,
    ]);
    expect(
      await db.rows(sql`select 1 from pg_namespace where nspname = 'graphile_worker'`),
    ).toEqual([]);
  },
);

longTest(
  'what a process of the release before enqueues while it still runs is a job, and it relays none',
  async () => {
    const db = await before();
    for (const text of textsOf(names.slice(change))) await db.script(text);
    await db.script(oldEnqueue);
    expect(await db.rows(oldRelay)).toEqual([]);
    expect(await db.rows(jobs)).toEqual(enqueued);
  },
);
