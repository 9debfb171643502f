/** Some jobs leave room for others. */
import { expect, test } from 'vitest';
import { startShop } from '../testing/start-shop.ts';
import { countGivenUp, countJobs, defineJob, enqueue, startWorker } from './jobs.ts';

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
  const worker = await startWorker({
    db: shop.db,
    databaseUrl: shop.config.databaseUrl,
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
  const worker = await startWorker({
    db: shop.db,
    databaseUrl: shop.config.databaseUrl,
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
  const worker = await startWorker({
    db: shop.db,
    databaseUrl: shop.config.databaseUrl,
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
