/** What every vendor of the mail port must do, shown on the sandbox's SMTP inbox. */
import { randomUUID } from 'node:crypto';
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Mail, OutgoingMail } from './port.ts';
import { makeSmtp } from './smtp/smtp.ts';

let sandbox: Sandbox;
let mail: Mail;

beforeAll(async () => {
  sandbox = await startSandbox();
  mail = connect();
});
afterEach(() => sandbox.faults.clear());
afterAll(async () => {
  mail.close();
  await sandbox.close();
});

const connect = (smtpUrl = sandbox.smtpUrl, timeoutMs = 30_000) =>
  makeSmtp({ smtpUrl, from: 'Giftlane <shop@giftlane.example>', timeoutMs });

function newMail(change: Partial<OutgoingMail> = {}): OutgoingMail {
  const id = randomUUID();
  return {
    to: `${id}@example.com`,
    subject: 'Your codes – ready',
    text: 'Hello Zoë,\nyour codes are ready.',
    html: '<p>Hello <b>Zoë</b>, your codes are ready.</p>',
    messageId: `<${id}@giftlane.example>`,
    ...change,
  };
}

test('a mail arrives whole, once', async () => {
  const one = newMail();
  expect(await mail.send(one)).toEqual({ kind: 'done', value: undefined });
  expect(sandbox.mails(one.to)).toEqual([
    expect.objectContaining({
      from: 'Giftlane <shop@giftlane.example>',
      to: [one.to],
      subject: one.subject,
      messageId: one.messageId,
      text: expect.stringContaining('Hello Zoë,'),
      html: expect.stringContaining('<b>Zoë</b>'),
    }),
  ]);
});

test('answers go where they are wanted, and a subscription names the address that ends it', async () => {
  const unsubscribeUrl = `https://shop.example/newsletter/unsubscribe/${'a'.repeat(43)}`;
  const one = newMail({ replyTo: 'vera@example.com', unsubscribeUrl });
  expect((await mail.send(one)).kind).toBe('done');
  const headers = new Map(sandbox.mails(one.to)[0]?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('reply-to')).toBe('vera@example.com');
  expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('a hundred at once arrive', async () => {
  const mails = Array.from({ length: 100 }, () => newMail({ to: 'many@example.com' }));
  const outcomes = await Promise.all(mails.map((one) => mail.send(one)));
  expect(outcomes.every((outcome) => outcome.kind === 'done')).toBe(true);
  const ids = sandbox.mails('many@example.com').map((one) => one.messageId);
  expect(new Set(ids)).toEqual(new Set(mails.map((one) => one.messageId)));
});

test('a mailbox the server does not know is refused', async () => {
  const one = newMail();
  sandbox.faults.add({ operation: 'mail', kind: 'refuse', about: one.to });
  expect(await mail.send(one)).toEqual({ kind: 'refused', reason: 'SMTP 550' });
});

test('a busy server is unknown; the next try arrives', async () => {
  const one = newMail();
  sandbox.faults.add({ operation: 'mail', kind: 'busy', about: one.to });
  expect(await mail.send(one)).toEqual({ kind: 'unknown', reason: 'SMTP 451' });
  expect((await mail.send(one)).kind).toBe('done');
  expect(sandbox.mails(one.to)).toHaveLength(1);
});

test.each(['silence', 'reset'] as const)(
  '%s after it was taken is unknown; the repetition has the same message id',
  async (kind) => {
    const one = newMail();
    const first = kind === 'silence' ? connect(sandbox.smtpUrl, 3_000) : mail;
    sandbox.faults.add({ operation: 'mail', kind, after: true, about: one.to });
    expect((await first.send(one)).kind).toBe('unknown');
    if (first !== mail) first.close();
    expect(sandbox.mails(one.to)).toHaveLength(1);
    expect((await mail.send(one)).kind).toBe('done');
    const ids = sandbox.mails(one.to).map((found) => found.messageId);
    expect(ids).toEqual([one.messageId, one.messageId]);
  },
);

test.each([
  ['a second recipient', { to: 'a@example.com, b@example.com' }],
  ['a header in the address', { to: 'a@example.com\r\nBcc: b@example.com' }],
  ['a name', { to: 'Eve <eve@example.com>' }],
  ['a header in the address of answers', { replyTo: 'a@example.com\r\nBcc: b@example.com' }],
  ['a second address of answers', { replyTo: 'a@example.com, b@example.com' }],
  ['no web address to unsubscribe', { unsubscribeUrl: 'javascript:alert(1)' }],
  ['a header in it', { unsubscribeUrl: 'https://x.example/\r\nBcc: b@example.com' }],
  ['a header in the subject', { subject: 'Hi\r\nBcc: eve@example.com' }],
  ['a header in the message id', { messageId: '<a@b>\r\nBcc: eve@example.com' }],
])('%s is refused before anything is sent', async (_what, change) => {
  const before = sandbox.mails().length;
  expect((await mail.send(newMail(change))).kind).toBe('refused');
  expect(sandbox.mails()).toHaveLength(before);
});

test('a server that is not there is unknown, and the operator is told what was tried', async () => {
  const nowhere = connect('smtp://127.0.0.1:9');
  expect(await nowhere.send(newMail())).toEqual({
    kind: 'unknown',
    reason: expect.stringContaining('ECONNREFUSED 127.0.0.1:9'),
  });
  nowhere.close();
});
