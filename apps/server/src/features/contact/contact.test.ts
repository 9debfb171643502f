import { contactSchema, sendMessage } from '@giftlane/contract/members/contact.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import { mailsTo } from '../newsletter/readers.testing.ts';
import { newestMessages, sweepMessages } from './contact.ts';

const support = 'support@giftlane.example';
const words = {
  sEmail: 'vera@example.com',
  sMessage: 'Where is my order?\n<b>Really</b>.',
  sSubject: 'Order 7\u2028Bcc: all@example.com',
  sFullName: 'Vera <vera@elsewhere.example>',
};

const setSupport = (shop: TestShop, address: string) =>
  shop.db.run(sql`update site_options set value = ${address} where name = 'support_email'`);

test('API-34, CONT-07 a message is kept and mailed to support, and an answer goes to the sender', async () => {
  const shop = await startShop();
  await setSupport(shop, support);
  const { status, body } = await shop.call(sendMessage, { body: words });
  expect([status, body.data]).toEqual([200, null]);
  expect(body.message).toContain('within 24-48 hours');
  const [mail] = await mailsTo(shop, support);
  expect(mail).toMatchObject({
    from: 'Giftlane <shop@giftlane.test>',
    to: [support],
    text: expect.stringContaining(words.sMessage),
    html: expect.stringContaining('&lt;b&gt;Really&lt;/b&gt;'),
  });
  expect(mail?.headers).toContainEqual({ key: 'reply-to', value: words.sEmail });
  expect(mail?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  expect(await newestMessages(shop.db, 10)).toMatchObject([
    {
      email: words.sEmail,
      fullName: words.sFullName,
      subject: words.sSubject,
      message: words.sMessage,
      suspect: false,
    },
  ]);
});

test('CONT-06 name and subject may be left out; without an address of support the shop mails itself', async () => {
  const shop = await startShop();
  const { sEmail, sMessage } = words;
  await shop.call(sendMessage, { body: { sEmail, sMessage } });
  const [mail] = await mailsTo(shop, 'shop@giftlane.test');
  expect(mail?.subject).toBe('Message: no subject');
});

test.each([
  [{}, 'sEmail', 'Email is required'],
  [{ sEmail: ' ', sMessage: 'Hi' }, 'sEmail', 'Email is required'],
  [{ sEmail: 'vera', sMessage: 'Hi' }, 'sEmail', 'Please enter valid email'],
  [
    { sEmail: 'a@b.example\r\nBcc: x@y.example', sMessage: 'Hi' },
    'sEmail',
    'Please enter valid email',
  ],
  [{ sEmail: 'vera@example.com' }, 'sMessage', 'Message is required'],
  [{ sEmail: 'vera@example.com', sMessage: ' \n ' }, 'sMessage', 'Message is required'],
  [
    { sEmail: 'vera@example.com', sMessage: 'a'.repeat(5001) },
    'sMessage',
    'Use at most 5000 characters',
  ],
  [
    { sEmail: 'vera@example.com', sMessage: 'a\0b' },
    'sMessage',
    "Control characters aren't allowed",
  ],
  [{ ...words, sSubject: 'a'.repeat(201) }, 'sSubject', 'Use at most 200 characters'],
])('CONT-03, CONT-04, CONT-05 %j is refused at %s: %s', (body, field, message) => {
  const [issue] = contactSchema.safeParse(body).error?.issues ?? [];
  expect([issue?.path, issue?.message]).toEqual([[field], message]);
});

test('what a program fills in is kept and never mailed', async () => {
  const shop = await startShop();
  await setSupport(shop, support);
  const body = { ...words, sWebsite: 'https://spam.example' };
  expect((await shop.call(sendMessage, { body })).status).toBe(200);
  expect(await newestMessages(shop.db, 10)).toMatchObject([{ suspect: true }]);
  expect(await shop.db.rows(sql`select 1 from jobs`)).toEqual([]);
  await shop.call(sendMessage, { body: words });
  expect(await mailsTo(shop, support)).toHaveLength(1);
});

test('from one address come so many messages an hour', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(
    sql`update site_options set value = '2' where name = 'throttle_contact_address'`,
  );
  const tell = () => shop.call(sendMessage, { body: words });
  expect([(await tell()).status, (await tell()).status]).toEqual([200, 200]);
  const refused = await tell();
  expect([refused.status, refused.body.code]).toEqual([429, 'request.throttled']);
  await shop.moveClock(hours(1) + 1000);
  expect((await tell()).status).toBe(200);
});

test('messages are forgotten after two years', async () => {
  const shop = await startShop({ working: false });
  await shop.call(sendMessage, { body: words });
  await shop.moveClock(hours(24 * 729));
  await sweepMessages(shop.db);
  expect(await newestMessages(shop.db, 10)).toHaveLength(1);
  await shop.moveClock(hours(24 * 3));
  await sweepMessages(shop.db);
  expect(await newestMessages(shop.db, 10)).toEqual([]);
});
