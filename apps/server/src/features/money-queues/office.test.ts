/** Failed jobs as the back office works them. */
import { holdCase } from '@giftlane/contract/office/cases.ts';
import * as calls from '@giftlane/contract/office/payouts.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';

/** Jobs of a task that were given up. */
async function failed({ db }: TestShop, task: string, count = 1): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    insert into jobs (task, payload, attempts, given_up_at, last_error)
    select ${task}, '{"orderId": "ord_1"}', 12, now(), 'the mail server said no'
    from generate_series(1, ${count}) returning id::text`);
  return rows.map(({ id }) => id);
}

async function office() {
  const shop = await startShop({ working: false });
  const opened = officeOf(shop);
  return {
    shop,
    olga: await makeOperator(shop, 'finance', opened),
    boris: await makeOperator(shop, 'owner', opened),
    sara: await makeOperator(shop, 'support', opened),
  };
}

const once = { bWholeTask: false };

test('a failed job shows payload and error, runs again once, and a second press is told who did it', async () => {
  const { shop, olga, sara } = await office();
  const [id = ''] = await failed(shop, 'test.mail');
  const params = { id };
  const { data } = await olga.call(calls.showFailedJob, { params });
  expect(data).toMatchObject({ _id: id, sAbout: 'test.mail', eState: 'failed' });
  expect(data.aFacts).toContainEqual({ eFact: 'problem', sValue: 'the mail server said no' });
  expect(data.aFacts).toContainEqual({ eFact: 'payload', sValue: '{"orderId":"ord_1"}' });
  expect((await sara.call(calls.listFailedJobs)).code).toBe('session.not_permitted');
  expect((await olga.call(calls.retryJob, { params, body: once })).data).toEqual({ nAgain: 1 });
  expect(await olga.call(calls.retryJob, { params, body: once })).toMatchObject({
    code: 'case.decided',
    message: `${olga.email} has decided this already: it runs again or is done`,
  });
  expect((await olga.call(calls.listFailedJobs)).data.aRows).toEqual([]);
  await shop.db.run(sql`delete from jobs`);
  await shop.db.run(sql`delete from office_cases`);
  expect((await olga.call(calls.retryJob, { params, body: once })).code).toBe('case.decided');
});

test('a job that somebody else holds is not retried', async () => {
  const { shop, olga, boris } = await office();
  const [id = ''] = await failed(shop, 'test.mail');
  await olga.call(holdCase, { params: { sQueue: 'jobs', id } });
  const retry = { params: { id }, body: once };
  expect(await boris.call(calls.retryJob, retry)).toMatchObject({ code: 'case.held' });
  expect((await olga.call(calls.retryJob, retry)).data).toEqual({ nAgain: 1 });
});

test('two retry one job at the same time, 20 rounds: it begins again once', async () => {
  const { shop, olga, boris } = await office();
  for (let round = 0; round < 20; round += 1) {
    const [id = ''] = await failed(shop, 'test.mail');
    const retry = { params: { id }, body: once };
    const tries = await Promise.all([
      olga.call(calls.retryJob, retry),
      boris.call(calls.retryJob, retry),
      olga.call(calls.retryJob, retry),
    ]);
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test('pages follow each other without gaps, and all of a task begin again together', async () => {
  const { shop, olga } = await office();
  const all = await failed(shop, 'test.mail', 120);
  const [other = ''] = await failed(shop, 'test.other');
  const seen: string[] = [];
  let sAfter: string | null = null;
  do {
    const query: { sAfter?: string } = sAfter === null ? {} : { sAfter };
    const { data } = await olga.call(calls.listFailedJobs, { query });
    seen.push(...data.aRows.map(({ _id }: { _id: string }) => _id));
    sAfter = data.sNext;
  } while (sAfter !== null);
  expect(seen).toEqual([...all, other]);
  const params = { id: all[7] ?? '' };
  const again = await olga.call(calls.retryJob, { params, body: { bWholeTask: true } });
  expect(again.data).toEqual({ nAgain: 120 });
  const { data } = await olga.call(calls.listFailedJobs);
  expect(data.aRows.map(({ _id }: { _id: string }) => _id)).toEqual([other]);
});
