/** Jobs while the database dies under them: the runner goes on, and no job is forgotten. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { connect, type Db } from '../platform/db/db.ts';
import { makeLog } from '../platform/process/log.ts';
import { startKillableDatabase } from '../testing/killable-database.ts';
import { isLong, longTest } from '../testing/long.ts';
import { defineJob, enqueue } from './jobs.ts';
import { countJobs } from './queries.ts';
import { startWorker } from './worker.ts';

const log = makeLog('silent');
const short = defineJob<{ n: number }>('test.short');

async function open(handle: () => Promise<void>) {
  const database = await startKillableDatabase();
  const db = connect(database.url, { max: 4, log });
  const worker = startWorker({
    db,
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

/** Three times in `npm run prove -- --only=long`. */
const kills = isLong ? 3 : 1;

longTest(
  '9 jobs under way when the database is killed are written down once it is back, and the others follow',
  async () => {
    let done = 0;
    const { database, db } = await open(async () => {
      await sleep(20);
      done += 1;
    });
    for (let kill = 0; kill < kills; kill += 1) {
      const before = done;
      await enqueueAll(db, 100);
      await expect.poll(() => done, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + 20);
      await database.kill();
      const left = () => countJobs(db).catch(() => -1);
      await expect.poll(left, { timeout: 60_000 }).toBe(0);
      expect(done).toBeGreaterThanOrEqual(before + 100);
    }
  },
);

longTest('a worker ends although the database is gone for good', async () => {
  const { database, db, worker } = await open(() => sleep(300));
  await enqueueAll(db, 50);
  await expect.poll(() => countJobs(db), { timeout: 30_000 }).toBeLessThan(50);
  await database.close();
  await worker.stop();
});
