import * as calls from '@giftlane/contract/office/newsletter.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { makeOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { mailsTo } from './readers.testing.ts';
import { resumeIssue, spreadAgain } from './send-issue.ts';

const body = { sSubject: 'News', sBody: '## New\n\n<script>alert(1)</script> [more](/faq)' };

const addReaders = (shop: TestShop, from: number, to: number) =>
  shop.db.run(sql`
    insert into newsletter_subscribers (id, email, email_key, state, leave_hash, confirmed_at)
    select 'nls_' || n, 'r' || n || '@example.com', 'r' || n || '@example.com', 'confirmed',
      sha256(n::text::bytea), app_now() from generate_series(${from}::int, ${to}::int) n`);

async function withReaders({ working = true, readers = 40 } = {}) {
  const shop = await startShop({ working });
  await addReaders(shop, 1, readers);
  const olga = await makeOperator(shop, 'owner');
  const send = () => olga.call(calls.sendIssueCall, { body });
  const show = async (id: string) => (await olga.call(calls.showIssue, { params: { id } })).data;
  const stop = (id: string, bStopped: boolean) =>
    olga.call(calls.stopIssue, { params: { id }, body: { bStopped } });
  return { shop, olga, send, show, stop };
}

test('an issue sent by a double click reaches each reader once, and says how far it is', async () => {
  const { shop, olga, send, show } = await withReaders();
  const [one, two] = await Promise.all([send(), send()]);
  expect(one.data._id).toBe(two.data._id);
  await expect.poll(async () => (await show(one.data._id)).nSent, { timeout: 20_000 }).toBe(40);
  expect(new Set(shop.sandbox.mails().flatMap(({ to }) => to)).size).toBe(40);
  expect(shop.sandbox.mails()).toHaveLength(40);
  const { data } = await olga.call(calls.listIssues);
  expect(data).toMatchObject({
    nSubscribers: 40,
    sNext: null,
    aRows: [{ sSubject: 'News', sSender: olga.email, nReaders: 40, nSent: 40, bStopped: false }],
  });
});

test('trying an issue mails it to the operator alone, and stores nothing', async () => {
  const { shop, olga } = await withReaders({ working: false });
  expect((await olga.call(calls.tryIssue, { body })).status).toBe(200);
  const [mail] = await mailsTo(shop, olga.email);
  expect(mail?.subject).toBe('News');
  expect(mail?.html).toContain('&lt;script&gt;');
  expect(shop.sandbox.mails()).toHaveLength(1);
  expect((await olga.call(calls.listIssues)).data.aRows).toEqual([]);
  const twoLines = { ...body, sSubject: 'News\nBcc: all@example.com' };
  expect((await olga.call(calls.tryIssue, { body: twoLines })).status).toBe(400);
});

test('a stopped issue goes no further, and goes on to whoever did not get it', async () => {
  const { shop, send, show, stop } = await withReaders({ working: false });
  const id = (await send()).data._id;
  expect((await stop(id, true)).status).toBe(200);
  let worker = shop.work();
  await expect.poll(async () => shop.db.rows(sql`select 1 from jobs`)).toEqual([]);
  expect(shop.sandbox.mails()).toEqual([]);
  expect(await show(id)).toMatchObject({ bStopped: true, nSent: 0 });
  await worker.stop();
  // Half of them have it already when it is stopped again.
  await stop(id, false);
  worker = shop.work();
  await expect.poll(() => shop.sandbox.mails().length, { timeout: 20_000 }).toBeGreaterThan(5);
  await stop(id, true);
  await expect.poll(async () => shop.db.rows(sql`select 1 from jobs`)).toEqual([]);
  const { nSent } = await show(id);
  expect(nSent).toBe(shop.sandbox.mails().length);
  await addReaders(shop, 41, 42);
  await Promise.all([stop(id, false), stop(id, false)]);
  await expect.poll(async () => (await show(id)).nSent, { timeout: 20_000 }).toBe(42);
  await worker.stop();
  expect(shop.sandbox.mails()).toHaveLength(42);
  expect((await stop('nli_none', true)).code).toBe('newsletter.not_found');
});

test('who leaves before their mail is sent is counted no more', async () => {
  const { shop, send, show } = await withReaders({ working: false, readers: 3 });
  const id = (await send()).data._id;
  let worker = shop.work();
  await expect.poll(() => shop.sandbox.mails().length).toBe(3);
  await worker.stop();
  await shop.db.run(
    sql`update newsletter_deliveries set sent_at = null where subscriber_id = 'nls_2'`,
  );
  await shop.db.run(sql`
    update newsletter_subscribers set state = 'left', left_at = app_now() where id = 'nls_2'`);
  await resumeIssue(shop.db, id);
  worker = shop.work();
  await expect.poll(() => show(id)).toMatchObject({ nReaders: 2, nSent: 2 });
  await worker.stop();
});

/** While it stands, the database takes only so many deliveries: like a kill after them. */
const breakAfter = (shop: TestShop, most: number) =>
  shop.owner.script(`
    create function broken() returns trigger language plpgsql as $$ begin
      if (select count(*) from jobs where task = 'newsletter.deliver') > ${most} then raise 'killed'; end if;
      return null;
    end $$;
    create trigger broken after insert on jobs for each statement execute function broken()`);
const mend = (shop: TestShop) =>
  shop.owner.script('drop trigger broken on jobs; drop function broken()');

test('an issue that goes on reaches all who did not get it, also when killed in between', async () => {
  const { shop, stop, send, show } = await withReaders({ working: false, readers: 600 });
  const id = (await send()).data._id;
  await shop.db.run(sql`
    insert into newsletter_deliveries (issue_id, subscriber_id) select ${id}, id from newsletter_subscribers`);
  await shop.db.run(sql`update newsletter_issues set readers = 600`);
  await stop(id, true);
  await shop.db.run(sql`delete from jobs`);
  // Nothing is enqueued after the press but what came with it.
  await breakAfter(shop, 0);
  expect((await stop(id, false)).status).toBe(200);
  await mend(shop);
  await breakAfter(shop, 500);
  const waiting = await shop.db.rows(sql`select task, payload from jobs`);
  expect(waiting).toEqual([{ task: 'newsletter.go_on', payload: { issueId: id } }]);
  await expect(spreadAgain(shop.db, id)).rejects.toThrow('killed');
  await mend(shop);
  await spreadAgain(shop.db, id);
  const readers = async () =>
    shop.db.one(sql<{ count: number }>`
      select count(distinct payload->>'subscriberId')::int as count from jobs where task = 'newsletter.deliver'`);
  expect(await readers()).toEqual({ count: 600 });
  expect(await show(id)).toMatchObject({ nReaders: 600, nSent: 0, bStopped: false });
});
