/** Given-up jobs from the command line. */
import { expect, test } from 'vitest';
import { defineJob, enqueue } from '../../jobs/jobs.ts';
import { failJobs, takeJobs } from '../../jobs/queries.ts';
import { sql } from '../../platform/db/db.ts';
import { startShop } from '../../testing/start-shop.ts';
import { runOn } from '../run.testing.ts';

/** A shop with a job that was given up, one that waits and one that is worked on. */
async function open() {
  const shop = await startShop({ working: false });
  const put = (task: string, n: number) =>
    enqueue(shop.db, { job: defineJob<{ n: number }>(task, { attempts: 1 }), payload: { n } });
  const take = () =>
    takeJobs(shop.db, { worker: 'a', most: 1, mostOfQueue: 1, held: [], enough: [] });
  await put('test.broken', 1);
  await failJobs(
    shop.db,
    (await take()).map((job) => ({ job, error: 'no such mailbox' })),
  );
  await put('test.worked_on', 2);
  await take();
  await put('test.waiting', 3);
  return shop;
}

test('given-up jobs are listed with their last error, others by their state', async () => {
  const shop = await open();
  const failed = await runOn(shop, 'job', 'list', '--json');
  expect(JSON.parse(failed.stdout)).toMatchObject([
    { task: 'test.broken', state: 'failed', attempts: 1, error: 'no such mailbox' },
  ]);
  const { stdout } = await runOn(shop, 'job', 'list', '--state', 'running');
  expect(stdout).toContain('running  test.worked_on');
  const waiting = await runOn(shop, 'job', 'list', '--state', 'waiting', '--json');
  expect(JSON.parse(waiting.stdout)).toMatchObject([{ task: 'test.waiting', payload: { n: 3 } }]);
  const wrong = await runOn(shop, 'job', 'list', '--state', 'lost');
  expect([wrong.code, wrong.stderr.split('\n')[0]]).toEqual([
    2,
    '--state: failed, waiting, running',
  ]);
});

test('a given-up job is shown, and begins again with all its attempts; what was not given up does not', async () => {
  const shop = await open();
  const { id } = await shop.db.one(
    sql<{ id: string }>`select id::text from jobs where given_up_at is not null`,
  );
  expect((await runOn(shop, 'job', 'show', id)).stdout).toContain('last error: no such mailbox');
  expect((await runOn(shop, 'job', 'show', '999')).code).toBe(1);
  expect((await runOn(shop, 'job', 'retry', 'test.worked_on')).code).toBe(1);
  expect((await runOn(shop, 'job', 'retry', 'test.broken')).stdout).toContain('again: 1');
  expect((await runOn(shop, 'job', 'retry', id)).code).toBe(1);
  expect(
    await shop.db.rows(sql`
      select task, attempts, leased_until is not null as held from jobs
      where given_up_at is null order by id`),
  ).toEqual([
    { task: 'test.broken', attempts: 0, held: false },
    { task: 'test.worked_on', attempts: 1, held: true },
    { task: 'test.waiting', attempts: 0, held: false },
  ]);
  const deeds = await shop.db.rows(sql`select deed from audit_entries`);
  expect(deeds).toHaveLength(3);
});
