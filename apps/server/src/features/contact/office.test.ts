import type { Data } from '@giftlane/contract/call.ts';
import { sendMessage } from '@giftlane/contract/members/contact.ts';
import { holdCase } from '@giftlane/contract/office/cases.ts';
import * as calls from '@giftlane/contract/office/messages.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { makeMember } from '../../testing/builders.ts';
import { makeOperator, officeOf, type TestOperator } from '../../testing/office.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { mailsTo } from '../newsletter/readers.testing.ts';
import { sweepMessages } from './contact.ts';

const vera = 'vera@example.com';
const support = 'help@giftlane.test';

const write = async (
  shop: TestShop,
  { token, ...words }: Record<string, string | undefined> & { token?: string } = {},
) => {
  const body = { sEmail: vera, sMessage: 'Where is it?', sSubject: 'Order 7', ...words };
  expect((await shop.call(sendMessage, { token, body })).status).toBe(200);
};

const list = async (operator: TestOperator, eState: calls.ThreadState = 'open') =>
  (await operator.call(calls.listThreads, { query: { eState } })).data.aRows;
const show = async (operator: TestOperator, id: string) =>
  (await operator.call(calls.showThread, { params: { id } })).data;

async function withOneThread({ working = false } = {}) {
  const shop = await startShop({ working });
  await shop.db.run(sql`update site_options set value = ${support} where name = 'support_email'`);
  const office = officeOf(shop);
  const [olga, ben] = [
    await makeOperator(shop, 'support', office),
    await makeOperator(shop, 'support', office),
  ];
  await write(shop);
  const [thread] = await list(olga);
  const answer = (operator: TestOperator, sWords: string, nMoves = 1) =>
    operator.call(calls.answerThread, { params: { id: thread._id }, body: { sWords, nMoves } });
  return { shop, olga, ben, id: String(thread._id), answer };
}

const referenceOf = async (shop: TestShop, id: string) =>
  (
    await shop.db.one(
      sql<{ reference: string }>`select reference from contact_threads where id = ${id}`,
    )
  ).reference;

test('an answer is mailed to the writer, says whose thread it is, and is kept with who wrote it', async () => {
  const { shop, olga, id, answer } = await withOneThread({ working: true });
  expect((await answer(olga, 'It is <b>here</b>.\nYours')).status).toBe(200);
  const [mail] = await mailsTo(shop, vera);
  const reference = await referenceOf(shop, id);
  expect(mail).toMatchObject({
    to: [vera],
    subject: `Re: Order 7 [#${reference}]`,
    text: expect.stringContaining('It is <b>here</b>.'),
    html: expect.stringContaining('It is &lt;b&gt;here&lt;/b&gt;.<br>Yours'),
  });
  expect(mail?.headers).toContainEqual({ key: 'reply-to', value: support });
  const entries = await shop.db.one(sql<{ id: string }>`select id from contact_answers`);
  expect(mail?.headers.find(({ key }) => key === 'message-id')?.value).toContain(entries.id);
  const thread = await show(olga, id);
  expect(thread.eState).toBe('answered');
  expect(thread.aEntries).toMatchObject([
    { sOperator: null, sWords: 'Where is it?' },
    { sOperator: olga.email, sWords: 'It is <b>here</b>.\nYours' },
  ]);
  expect(await list(olga)).toEqual([]);
});

test('of two people at one thread one answers, 20 times; the other is told who did', async () => {
  const { shop, olga, ben, answer } = await withOneThread();
  const outcomes: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    await shop.db.run(sql`update contact_threads set state = 'open', moves = 1, moved_by = null`);
    await shop.db.run(sql`delete from office_cases`);
    const both = await Promise.all([answer(olga, 'Hers'), answer(ben, 'His')]);
    outcomes.push(
      both
        .map(({ code }) => code || 'done')
        .sort()
        .join(),
    );
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.message).toMatch(
      /@giftlane.test (is working|has decided this already: answered)/,
    );
  }
  expect([...new Set(outcomes)].every((one) => /^case\.(decided|held),done$/.test(one))).toBe(true);
  const { count } = await shop.db.one(
    sql<{ count: number }>`select count(*)::int from contact_answers`,
  );
  expect(count).toBe(20);
});

test('an answer to what the writer has added to meanwhile is refused, and so is one to what lies with another', async () => {
  const { shop, olga, ben, id, answer } = await withOneThread();
  await write(shop, { sSubject: `Re: [#${await referenceOf(shop, id)}]`, sMessage: 'Found it.' });
  expect((await answer(olga, 'Look again')).code).toBe('message.moved');
  expect((await answer(olga, 'Fine', 2)).status).toBe(200);
  await shop.moveClock(minutes(1));
  await olga.call(holdCase, { params: { sQueue: 'messages', id } });
  expect((await answer(ben, 'Fine', 3)).code).toBe('case.held');
  await shop.moveClock(minutes(10));
  const close = { params: { id }, body: { eState: 'closed', nMoves: 3 } } as const;
  expect((await ben.call(calls.setThreadState, close)).status).toBe(200);
  expect(await list(ben, 'closed')).toMatchObject([{ _id: id, nMoves: 4 }]);
});

test('a stranger who types an address joins no thread of it; its signed-in member does, and who has the reference', async () => {
  const { shop, olga, id } = await withOneThread();
  await write(shop);
  expect(await list(olga)).toHaveLength(2);
  const reference = await referenceOf(shop, id);
  await write(shop, { sSubject: `RE: AW: [#${reference.toUpperCase()}] Order` });
  await write(shop, { sEmail: 'eve@example.com', sSubject: `[#${reference}]` });
  expect(await list(olga)).toHaveLength(3);
  expect((await show(olga, id)).aEntries).toHaveLength(2);

  const anna = await makeMember(shop, { verified: true });
  const unproven = await makeMember(shop);
  for (const member of [anna, anna, unproven, unproven])
    await write(shop, { sEmail: member.email, token: member.token });
  const threads = await list(olga);
  const of = (email: string) =>
    threads.filter(({ sEmail }: { sEmail: string }) => sEmail === email);
  expect([of(anna.email).length, of(unproven.email).length]).toEqual([1, 2]);
  const thread = await show(olga, of(anna.email)[0]._id);
  expect(thread.aEntries).toMatchObject([{ bSignedIn: true }, { bSignedIn: true }]);
  expect(thread.oMember).toMatchObject({ _id: anna.id, sFullName: 'Anna Archer', bFrozen: false });
  expect((await show(olga, of(unproven.email)[0]._id)).oMember).toBeNull();
});

test('what a program filled in is no work, and a thread that grew long takes no more', async () => {
  const { shop, olga, id } = await withOneThread();
  await write(shop, { sWebsite: 'https://spam.example' });
  expect(await list(olga)).toHaveLength(1);
  expect(await list(olga, 'closed')).toHaveLength(1);
  await shop.db.run(sql`update contact_threads set moves = 100 where id = ${id}`);
  await write(shop, { sSubject: `[#${await referenceOf(shop, id)}]` });
  expect(await list(olga)).toHaveLength(2);
});

test('nobody writes headers or HTML into an answer by what they wrote, and all of it comes as it is', async () => {
  const { shop, olga } = await withOneThread({ working: true });
  const words = {
    sSubject: 'Hi\r\nBcc: all@example.com <script>alert(1)</script>',
    sFullName: '=cmd|calc!A0 \u202eevil',
    sMessage: `<img src=x onerror=alert(1)> ${'a'.repeat(4_900)}`,
    sEmail: 'eve@example.com',
  };
  await write(shop, words);
  const thread = (await list(olga)).find(
    ({ sEmail }: { sEmail: string }) => sEmail === words.sEmail,
  );
  expect(thread).toMatchObject({ sName: words.sFullName, sSubject: words.sSubject });
  const body = { sWords: 'No.', nMoves: 1 };
  await olga.call(calls.answerThread, { params: { id: thread._id }, body });
  const [mail] = await mailsTo(shop, words.sEmail);
  expect(mail?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  expect(mail?.subject).toMatch(/^Re: Hi Bcc: all@example.com <script>.*\[#\w{16}\]$/);
  expect(mail?.html).not.toContain('<script>');
});

test('the longest wait is first, pages follow each other without a gap', async () => {
  const { shop, olga } = await withOneThread();
  await shop.db.run(sql`
    insert into contact_threads (id, email, subject, reference, moved_at)
    select 'thr_' || n, 'r@example.com', n::text, 'ref' || n, app_now() - interval '1 hour' + n / 7 * interval '1 microsecond'
    from generate_series(1, 120) n`);
  const subjects: string[] = [];
  let sAfter: string | null = '';
  while (sAfter !== null) {
    const { data }: { data: Data<typeof calls.listThreads> } = await olga.call(calls.listThreads, {
      query: { eState: 'open' as const, ...(sAfter && { sAfter }) },
    });
    expect(data.aRows.length).toBeLessThanOrEqual(50);
    subjects.push(...data.aRows.map(({ sSubject }: { sSubject: string }) => sSubject));
    sAfter = data.sNext;
  }
  expect(subjects.at(-1)).toBe('Order 7');
  expect(new Set(subjects).size).toBe(121);
  expect((await olga.call(calls.listThreads, { query: { sAfter: "' or 1=1" } })).status).toBe(200);
});

test('prepared answers are kept, changed and deleted', async () => {
  const { olga } = await withOneThread();
  const params = { id: 'pre_1' };
  const put = (sTitle: string) =>
    olga.call(calls.putPrepared, { params, body: { sTitle, sWords: 'Please wait.' } });
  expect([(await put('Wait')).status, (await put('Wait a bit')).status]).toEqual([200, 200]);
  expect((await olga.call(calls.listPrepared)).data).toEqual([
    { _id: 'pre_1', sTitle: 'Wait a bit', sWords: 'Please wait.' },
  ]);
  await olga.call(calls.dropPrepared, { params });
  expect((await olga.call(calls.listPrepared)).data).toEqual([]);
});

test('threads are forgotten after two years, with all that is in them', async () => {
  const { shop, olga, answer } = await withOneThread();
  await answer(olga, 'Here.');
  await shop.moveClock(hours(24 * 732));
  await sweepMessages(shop.db);
  for (const table of ['contact_threads', 'contact_messages', 'contact_answers'])
    expect(await shop.db.rows({ name: table, text: `select 1 from ${table}`, values: [] })).toEqual(
      [],
    );
});
