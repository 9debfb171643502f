import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../journal.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { capacity, openInbox } from './inbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => fetch(`${sandbox.inboxUrl}/mails`, { method: 'DELETE' }));
afterAll(() => sandbox.close());

async function send(mail: { to: string[]; subject?: string; text?: string; html?: string }) {
  const transport = createTransport(sandbox.smtpUrl);
  await transport.sendMail({ from: 'shop@example.com', ...mail });
  transport.close();
}

test('a mail is found by its recipient, whatever the case', async () => {
  await send({ to: ['Anna@example.com', 'bo@example.com'], subject: 'Grüße', text: 'Hello' });
  await send({ to: ['bo@example.com'], subject: 'Two' });
  const response = await fetch(`${sandbox.inboxUrl}/mails?to=ANNA@example.com`);
  expect(await response.json()).toEqual([
    expect.objectContaining({
      subject: 'Grüße',
      text: expect.stringContaining('Hello'),
      to: ['Anna@example.com', 'bo@example.com'],
    }),
  ]);
  expect(sandbox.mails().map(({ subject }) => subject)).toEqual(['Two', 'Grüße']);
});

test("a mail's own HTML is shown without script, its links in a new tab", async () => {
  await send({ to: ['a@example.com'], html: '<script>alert(1)</script><a href="/x">x</a>' });
  const id = sandbox.mails()[0]?.id;
  const response = await fetch(`${sandbox.inboxUrl}/mails/${id}/html`);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script');
  expect(await response.text()).toContain('<base target="_blank">');
});

test('the page and its parts are there, an unknown mail is not', async () => {
  const statuses = await Promise.all(
    ['/', '/inbox.css', '/inbox.js', '/mails/none', '/mails/none/html'].map(
      async (path) => (await fetch(sandbox.inboxUrl + path)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 200, 404, 404]);
});

test('the oldest mails make room for new ones', () => {
  const inbox = openInbox(openJournal(undefined, 'mails'));
  const mail = {
    messageId: '',
    from: '',
    to: [],
    text: '',
    html: '',
    headers: [],
    attachments: [],
  };
  for (let i = 0; i < capacity + 5; i += 1) inbox.add({ ...mail, subject: String(i) });
  expect(inbox.all()).toHaveLength(capacity);
  expect(inbox.all().at(-1)?.subject).toBe('5');
});
