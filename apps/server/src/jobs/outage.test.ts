/** Jobs while the database dies under them: the runner goes on, and no job is forgotten. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Db, sql } from '../platform/db.ts';
import { hours } from '../platform/durations.ts';
import { makeLog } from '../platform/log.ts';
import { startKillableDatabase } from '../testing/killable-database.ts';
import { startShop } from '../testing/start-shop.ts';
import { countJobs, defineJob, enqueue, relay, startWorker } from './jobs.ts';
import { freeUnknown } from './orphans.ts';

const log = makeLog('silent');
const short = defineJob<{ n: number }>('test.short');

async function open(handle: () => Promise<void>) {
  const database = await startKillableDatabase();
  const db = connect(database.url, { max: 4, log });
  const worker = await startWorker({
    db,
    databaseUrl: database.url,
    log,
    handlers: { 'test.short': handle },
    chores: [],
    concurrency: 5,
  });
  onTestFinished(async () => {
    await worker.stop();
    await db.close();
    await database.close();
  });
  return { database, db, worker };
}

const enqueueAll = (db: Db, jobs: number) =>
  db.tx((tx) =>
    Promise.all(
      Array.from({ length: jobs }, (_, n) => enqueue(tx, { job: short, payload: { n } })),
    ),
  );

test('9 jobs under way when the database is killed are written down once it is back, and the others follow', async () => {
  let done = 0;
  const { database, db } = await open(async () => {
    await sleep(20);
    done += 1;
  });
  for (let kill = 0; kill < 3; kill += 1) {
    const before = done;
    await enqueueAll(db, 100);
    await expect.poll(() => done, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + 20);
    await database.kill();
    const left = () => countJobs(db).catch(() => -1);
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    expect(done).toBeGreaterThanOrEqual(before + 100);
  }
});

test('a job that was taken as the database died, and nobody heard of it, is done all the same', async () => {
  let done = 0;
  const { database, db } = await open(async () => {
    await sleep(20);
    done += 1;
  });
  await enqueueAll(db, 100);
  await expect.poll(() => done, { interval: 5 }).toBeGreaterThan(20);
  await database.kill();
  const left = () => countJobs(db).catch(() => -1);
  await expect.poll(left).toBe(0);
  const before = done;
  await enqueue(db, { job: short, payload: { n: 0 }, delayMs: hours(1) });
  await expect.poll(() => db.first(sql`select 1 from graphile_worker.jobs`)).toBeDefined();
  await db.run(sql`
    update graphile_worker._private_jobs set run_at = now(), locked_at = now(),
      locked_by = (select id from job_workers order by seen_at desc limit 1)`);
  await expect.poll(() => done).toBe(before + 1);
});

test('a worker ends although the database is gone for good', async () => {
  const { database, db, worker } = await open(() => sleep(300));
  await enqueueAll(db, 50);
  await expect.poll(() => countJobs(db), { timeout: 30_000 }).toBeLessThan(50);
  await database.close();
  await worker.stop();
});

test('a job that a runner took without hearing of it is given back, and one it works on is not', async () => {
  const shop = await startShop({ working: false });
  await enqueueAll(shop.db, 3);
  await relay(shop.db);
  await shop.db.run(sql`
    update graphile_worker._private_jobs set locked_by = 'pool-x',
      locked_at = now() - case when id = (select max(id) from graphile_worker._private_jobs)
        then interval '1 s' else interval '6 s' end`);
  const locked = () =>
    shop.db.rows(sql<{ id: string }>`
      select id::text as id from graphile_worker.jobs where locked_by is not null order by id`);
  const [worked, , onItsWay] = await locked();
  await freeUnknown(shop.db, 'pool-y', []);
  expect(await locked()).toHaveLength(3);
  await freeUnknown(shop.db, 'pool-x', [worked?.id ?? '']);
  expect(await locked()).toEqual([worked, onItsWay]);
  await shop.db.run(sql`delete from graphile_worker._private_jobs`);
});
