/** Some jobs leave room for others. */
import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { startShop } from '../testing/start-shop.ts';
import { defineJob, enqueue, enqueueAll } from './jobs.ts';
import { countGivenUp, countJobs } from './queries.ts';
import { startWorker } from './worker.ts';

test('jobs of one queue run one at a time, and others go on beside them', async () => {
  const shop = await startShop({ working: false });
  const slow = defineJob<{ id: number }>('test.slow');
  const quick = defineJob<{ id: number }>('test.quick');
  const gate = Promise.withResolvers<void>();
  const seen = { running: 0, most: 0, slow: 0, quick: 0 };
  const handlers = {
    'test.slow': async () => {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await gate.promise;
      seen.running -= 1;
      seen.slow += 1;
    },
    'test.quick': async () => {
      seen.quick += 1;
    },
  };
  for (let id = 0; id < 12; id += 1)
    await enqueue(shop.db, { job: slow, payload: { id }, queue: `slow ${id % 2}`, priority: 10 });
  for (let id = 0; id < 12; id += 1) await enqueue(shop.db, { job: quick, payload: { id } });
  const worker = startWorker({
    db: shop.db,
    log: shop.log,
    handlers,
    chores: [],
    concurrency: 4,
  });
  await expect.poll(() => [seen.running, seen.quick]).toEqual([2, 12]);
  gate.resolve();
  await expect.poll(() => seen.slow).toBe(12);
  await worker.stop();
  expect(seen.most).toBe(2);
});

test('a job that failed at its last attempt waits no more, and is counted as failed', async () => {
  const shop = await startShop({ working: false });
  const broken = defineJob<{ id: number }>('test.broken', { attempts: 1 });
  await enqueue(shop.db, { job: broken, payload: { id: 1 } });
  const counts = async () => [await countJobs(shop.db), await countGivenUp(shop.db)];
  expect(await counts()).toEqual([1, 0]);
  const worker = startWorker({
    db: shop.db,
    log: shop.log,
    handlers: { 'test.broken': () => Promise.reject(new Error('broken on purpose')) },
    chores: [],
    concurrency: 1,
  });
  await expect.poll(counts).toEqual([0, 1]);
  await worker.stop();
});

test('a chore that fails is tried again after longer and longer, and as ever once it is good', async () => {
  const shop = await startShop({ working: false });
  const begunMs: number[] = [];
  const worker = startWorker({
    db: shop.db,
    log: shop.log,
    handlers: {},
    chores: [
      {
        name: 'test.chore',
        everyMs: 10,
        async run() {
          begunMs.push(performance.now());
          if (begunMs.length < 6) throw new Error('broken on purpose');
        },
      },
    ],
    concurrency: 1,
  });
  await expect.poll(() => begunMs.length).toBeGreaterThan(20);
  await worker.stop();
  const pauses = begunMs.slice(1).map((at, i) => at - (begunMs[i] ?? 0));
  // A timer may be a millisecond early, and late by anything.
  [20, 40, 80, 160, 320].forEach((leastMs, i) => {
    expect(pauses[i]).toBeGreaterThanOrEqual(leastMs - 2);
  });
  expect(Math.min(...pauses.slice(5))).toBeLessThan(320);
});

test('of two workers each does its jobs once, also those that end while others are written down', async () => {
  const shop = await startShop({ working: false });
  const short = defineJob<{ n: number }>('test.short');
  const jobs = 600;
  await shop.db.tx((tx) =>
    enqueueAll(
      tx,
      short,
      Array.from({ length: jobs }, (_, n) => ({ n })),
    ),
  );
  const done: number[] = [];
  const options = {
    db: shop.db,
    log: shop.log,
    handlers: {
      'test.short': async ({ n }: { n: number }) => {
        await shop.db.run(sql`select 1`);
        done.push(n);
      },
    },
    chores: [],
    concurrency: 4,
  };
  const workers = [startWorker(options), startWorker(options)];
  await expect.poll(() => countJobs(shop.db)).toBe(0);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: jobs }, (_, n) => n));
});

test('a worker that stops gives back what it has not begun, and ends what it has', async () => {
  const shop = await startShop({ working: false });
  const slow = defineJob<{ n: number }>('test.slow');
  const gate = Promise.withResolvers<void>();
  const begun: number[] = [];
  for (let n = 0; n < 5; n += 1)
    await enqueue(shop.db, { job: slow, payload: { n }, queue: 'one' });
  const worker = startWorker({
    db: shop.db,
    log: shop.log,
    handlers: {
      'test.slow': async ({ n }: { n: number }) => {
        begun.push(n);
        await gate.promise;
      },
    },
    chores: [],
    concurrency: 4,
  });
  await expect.poll(() => begun).toEqual([0]);
  const stopping = worker.stop();
  const free = async () =>
    (await shop.db.rows(sql`select 1 from jobs where leased_until is null and attempts = 0`))
      .length;
  await expect.poll(free).toBe(4);
  gate.resolve();
  await stopping;
  expect(await countJobs(shop.db)).toBe(4);
  expect(begun).toEqual([0]);
});
