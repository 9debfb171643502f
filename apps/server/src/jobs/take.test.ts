/** Who has which job, and what it costs to take one. */
import { expect, test } from 'vitest';
import { type Db, type Queryable, type Statement, sql, type Tx } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import { startShop } from '../testing/start-shop.ts';
import { defineJob, enqueue, enqueueAll } from './jobs.ts';
import {
  type ClaimedJob,
  countGivenUp,
  countJobs,
  deleteJobs,
  failJobs,
  giveBack,
  leaveQueues,
  oldestDueSeconds,
  renewLeases,
  type Take,
  takeJobs,
} from './queries.ts';

const job = defineJob<{ n: number }>('test.some', { attempts: 3 });

const takes = (worker: string, more: Partial<Take> = {}): Take => ({
  worker,
  most: 10,
  mostOfQueue: 2,
  held: [],
  enough: [],
  ...more,
});

const take = (db: Queryable, worker: string, more: Partial<Take> = {}) =>
  takeJobs(db, takes(worker, more));

const numbers = (taken: readonly ClaimedJob[]) =>
  taken.map(({ payload }) => (payload as { n: number }).n);

async function open({ jobs = 0 } = {}) {
  const { db } = await startShop({ working: false });
  await db.tx((tx) =>
    enqueueAll(
      tx,
      job,
      Array.from({ length: jobs }, (_, n) => ({ n })),
    ),
  );
  return db;
}

/** Lets every lease run out. */
const runOut = async (db: Db) => {
  await db.run(sql`update jobs set leased_until = leased_until - interval '1 hour'`);
  await db.run(sql`update job_queues set leased_until = leased_until - interval '1 hour'`);
};

const stored = (db: Db) =>
  db.rows(sql<{ attempts: number; error: string | null; pause: number; givenUp: boolean }>`
    select attempts, last_error as error, extract(epoch from due_at - now())::float8 as pause,
      given_up_at is not null as "givenUp" from jobs order by id`);

test('a job exists if and only if its transaction commits', async () => {
  const db = await open();
  const enqueueOne = (tx: Tx) => enqueue(tx, { job, payload: { n: 1 } });
  const undone = db.tx(async (tx) => {
    await enqueueOne(tx);
    throw new Error('undone on purpose');
  });
  await expect(undone).rejects.toThrow('on purpose');
  expect(await countJobs(db)).toBe(0);
  await db.tx(enqueueOne);
  expect(await countJobs(db)).toBe(1);
});

test('what one worker has no other takes, until its lease is over; a lease that is renewed goes on', async () => {
  const db = await open({ jobs: 3 });
  const first = await take(db, 'a', { most: 2 });
  expect(numbers(first)).toEqual([0, 1]);
  expect(numbers(await take(db, 'b', { most: 2 }))).toEqual([2]);
  await runOut(db);
  await renewLeases(db, 'a', first.slice(0, 1));
  const again = await take(db, 'c');
  expect(again.map(({ attempt }) => attempt)).toEqual([2, 2]);
  expect(numbers(again)).toEqual([1, 2]);
});

test('two workers that ask at the same moment take different jobs', async () => {
  const db = await open({ jobs: 40 });
  const taken = await Promise.all(
    Array.from({ length: 8 }, (_, worker) => take(db, `worker ${worker}`, { most: 5 })),
  );
  expect(new Set(numbers(taken.flat())).size).toBe(numbers(taken.flat()).length);
  expect(taken.flat().length).toBeGreaterThan(4);
});

test('a worker takes at once what it was given when the database went away, and not what it has', async () => {
  const db = await open({ jobs: 4 });
  const [held] = await Promise.all([take(db, 'a', { most: 2 })]);
  await take(db, 'a', { most: 1, held });
  expect(numbers(await take(db, 'a', { held }))).toEqual([2, 3]);
});

test('jobs of a lower number go first, those that are not due not at all', async () => {
  const db = await open();
  const put = (n: number, how: { priority?: number; queue?: string; delayMs?: number }) =>
    enqueue(db, { job, payload: { n }, ...how });
  await put(1, { priority: 20 });
  await put(2, { priority: 10, queue: 'q' });
  await put(3, { delayMs: minutes(1) });
  await put(4, {});
  await put(5, { priority: -5 });
  expect(numbers(await take(db, 'a', { most: 2 }))).toEqual([5, 4]);
  expect(numbers(await take(db, 'b'))).toEqual([2, 1]);
  await db.run(sql`update jobs set due_at = now()`);
  expect(numbers(await take(db, 'c', { most: 1 }))).toEqual([3]);
});

test('a queue belongs to one worker at a time, who leaves it, or whose lease runs out', async () => {
  const db = await open();
  for (const n of [1, 2, 3, 4, 5])
    await enqueue(db, { job, payload: { n }, queue: n === 5 ? 'other' : 'one' });
  const mine = await take(db, 'a', { most: 2 });
  expect(numbers(mine)).toEqual([1, 2]);
  const held = await take(db, 'b');
  expect(numbers(held)).toEqual([5]);
  expect(await take(db, 'a', { enough: ['one'], held: mine })).toEqual([]);
  await leaveQueues(db, 'b', ['one']);
  expect(await take(db, 'b', { held })).toEqual([]);
  await leaveQueues(db, 'a', ['one']);
  expect(numbers(await take(db, 'b', { held }))).toEqual([3, 4]);
  await runOut(db);
  expect(numbers(await take(db, 'c'))).toEqual([1, 2, 5]);
});

test('of many who ask for a queue at the same moment one has it', async () => {
  const db = await open();
  for (let n = 0; n < 20; n += 1) await enqueue(db, { job, payload: { n }, queue: 'one' });
  for (let round = 0; round < 5; round += 1) {
    const workers = Array.from({ length: 6 }, (_, worker) => `worker ${worker}`);
    const taken = await Promise.all(workers.map((worker) => take(db, worker)));
    expect(taken.filter((jobs) => jobs.length > 0)).toHaveLength(1);
    await deleteJobs(db, taken.flat());
    for (const worker of workers) await leaveQueues(db, worker, ['one']);
  }
});

test('a job that fails waits longer each time, says why, and is given up after its last attempt', async () => {
  const db = await open({ jobs: 1 });
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const [taken] = await take(db, 'a');
    if (!taken) throw new Error('nothing was taken');
    await failJobs(db, [{ job: taken, error: `for the ${attempt}. time` }]);
    const [row] = await stored(db);
    pauses.push(Math.ceil(row?.pause ?? 0));
    expect(row).toMatchObject({ attempts: attempt, error: `for the ${attempt}. time` });
    expect(await take(db, 'a')).toEqual([]);
    await db.run(sql`update jobs set due_at = now()`);
  }
  expect(pauses).toEqual([3, 8, 21]);
  expect([await countJobs(db), await countGivenUp(db)]).toEqual([0, 1]);
  expect(await take(db, 'a')).toEqual([]);
});

test('a job whose worker is killed at every attempt is given up, too', async () => {
  const db = await open({ jobs: 1 });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await take(db, 'a')).toMatchObject([{ attempt, mostAttempts: 3 }]);
    await runOut(db);
  }
  expect(await take(db, 'b')).toEqual([]);
  expect(await stored(db)).toMatchObject([
    { attempts: 3, givenUp: true, error: 'its worker ended in the middle of it' },
  ]);
});

test('a worker that was too slow spoils nothing of the one that took its job', async () => {
  const db = await open({ jobs: 2 });
  const slow = await take(db, 'slow');
  await runOut(db);
  const quick = await take(db, 'quick');
  await failJobs(
    db,
    slow.map((job) => ({ job, error: 'too late' })),
  );
  await giveBack(db, slow);
  await renewLeases(db, 'slow', slow);
  expect(await stored(db)).toMatchObject([
    { attempts: 2, error: null },
    { attempts: 2, error: null },
  ]);
  await deleteJobs(db, quick);
  expect(await countJobs(db)).toBe(0);
});

test('a job that is given back has lost no attempt and is taken next', async () => {
  const db = await open({ jobs: 1 });
  await giveBack(db, await take(db, 'a'));
  expect(await take(db, 'b')).toMatchObject([{ attempt: 1 }]);
});

test('taking jobs changes no index', async () => {
  const db = await open({ jobs: 300 });
  const changed = await db.tx(async (tx) => {
    await take(tx, 'a', { most: 200 });
    return tx.one(sql<{ all: number; inPlace: number }>`
      select pg_stat_get_xact_tuples_updated('jobs'::regclass)::int as all,
        pg_stat_get_xact_tuples_hot_updated('jobs'::regclass)::int as "inPlace"`);
  });
  expect(changed).toEqual({ all: 200, inPlace: 200 });
});

/** JOB_ROWS=1000000 shows it with a million. */
const rows = Number(process.env.JOB_ROWS ?? 30_000);

/** Pages of the database that a statement looks at. */
async function pagesOf(db: Db, work: (db: Queryable) => Promise<unknown>): Promise<number> {
  const seen: Statement<unknown>[] = [];
  const spy = { rows: async (statement: Statement<unknown>) => seen.push(statement) && [] };
  await work(spy as unknown as Queryable);
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    let pages = 0;
    for (const { text, values } of seen) {
      const { rows: plans } = await client.query(
        `explain (analyze, buffers, format json) ${text}`,
        [...values],
      );
      const [{ Plan: plan }] = plans[0]['QUERY PLAN'];
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    }
    await client.query('rollback');
    return pages;
  } finally {
    client.release(true);
  }
}

test(
  'taking jobs costs the same however many wait, are for later, are in a queue or were given up',
  async () => {
    const db = await open({ jobs: 500 });
    const taking = () => pagesOf(db, (spy) => take(spy, 'a', { most: 50 }));
    const before = await taking();
    await db.run(sql`
      insert into jobs (task, payload, max_attempts, due_at, priority, queue, given_up_at)
      select 'test.some', '{"n": 1}', 3,
        now() + case when n % 4 = 1 then interval '1 day' else interval '-1 minute' end,
        case n % 4 when 2 then 20 else 0 end, case n % 4 when 2 then 'news' else '' end,
        case n % 4 when 3 then now() end
      from generate_series(1, ${rows}::int) as n`);
    await db.run(sql`insert into job_queues values ('news', 'b', now() + interval '1 hour')`);
    expect(before).toBeGreaterThan(50);
    expect(await taking()).toBeLessThan(before + 300);
  },
  minutes(3),
);

test('the oldest job that is due and in nobody’s hands, of all queues and priorities', async () => {
  const db = await open();
  expect(await oldestDueSeconds(db)).toBe(0);
  const put = (n: number, ageSeconds: number, how: { queue?: string; priority?: number } = {}) =>
    db.tx((tx) => enqueue(tx, { job, payload: { n }, delayMs: -ageSeconds * 1_000, ...how }));
  await put(1, -60);
  expect(await oldestDueSeconds(db)).toBe(0);
  await put(2, 100);
  await put(3, 300, { queue: 'q' });
  await put(4, 200, { priority: 5 });
  const about = async () => Math.round((await oldestDueSeconds(db)) / 10) * 10;
  expect(await about()).toBe(300);
  // The first two that are taken are those of the usual priority.
  expect(numbers(await take(db, 'a', { most: 2 })).sort()).toEqual([2, 3]);
  expect(await about()).toBe(200);
  await take(db, 'a', { most: 10 });
  expect(await oldestDueSeconds(db)).toBe(0);
});
