import {
  confirmSubscription,
  subscribe,
  unsubscribe,
} from '@giftlane/contract/members/newsletter.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { longTest } from '../../testing/long.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { sendIssue, sweepSubscribers } from './newsletter.ts';
import { linkIn, mailsTo, makeConfirmation } from './readers.testing.ts';

const vera = 'vera@example.com';
const issue = { subject: 'News in November', body: '## New\n\nRead [more](/gift-cards).' };

const ask = (shop: TestShop, sEmail = vera) => shop.call(subscribe, { body: { sEmail } });
const confirm = (shop: TestShop, token: string) =>
  shop.call(confirmSubscription, { params: { token } });
const leave = (shop: TestShop, token: string) => shop.call(unsubscribe, { params: { token } });

const stateOf = async (shop: TestShop, email = vera) =>
  (
    await shop.db.first(
      sql<{ state: string }>`select state from newsletter_subscribers where email = ${email}`,
    )
  )?.state;

const header = (mail: { headers: readonly { key: string; value: string }[] }, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value;

/** Asks, reads the mail, confirms; answers the confirming token. */
async function subscribed(shop: TestShop, email = vera): Promise<string> {
  await ask(shop, email);
  const [mail] = await mailsTo(shop, email);
  if (!mail) throw new Error('no mail');
  const { token } = linkIn(mail, '/newsletter/confirm/');
  expect((await confirm(shop, token)).status).toBe(200);
  return token;
}

test('HOME-08 nobody gets the newsletter before they confirmed it by mail; confirming twice is harmless', async () => {
  const shop = await startShop();
  await ask(shop);
  const [mail] = await mailsTo(shop, vera);
  expect(await stateOf(shop)).toBe('asked');
  expect((await sendIssue(shop.db, issue)).total).toBe(0);
  // A scanner that opens the link gets the page, and nothing happens.
  const { url, token } = linkIn(mail ?? { text: '' }, '/newsletter/confirm/');
  await fetch(new URL(new URL(url).pathname, shop.url));
  expect(await stateOf(shop)).toBe('asked');
  for (const _time of ['first', 'again']) {
    expect((await confirm(shop, token)).status).toBe(200);
    expect(await stateOf(shop)).toBe('confirmed');
  }
});

test('an issue reaches each confirmed reader once, with the headers and the address that end it', async () => {
  const shop = await startShop();
  await subscribed(shop);
  expect(await sendIssue(shop.db, issue)).toMatchObject({ added: 1, total: 1 });
  expect(await sendIssue(shop.db, issue)).toMatchObject({ added: 0, total: 1 });
  const [mail] = await mailsTo(shop, vera, 2);
  if (!mail) throw new Error('no mail');
  expect(mail.subject).toBe(issue.subject);
  expect(mail.text).toContain('Read more (http://localhost');
  expect(mail.html).toContain('/gift-cards"');
  const { url } = linkIn(mail, '/newsletter/unsubscribe/');
  expect(header(mail, 'list-unsubscribe')).toBe(`<${url}>`);
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await shop.worker?.chore('newsletter.sweep');
  expect(shop.sandbox.mails(vera)).toHaveLength(2);
});

describe('readers in one shop', () => {
  const shared = shopForAll();

  test.each([
    ['url-encoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'form data',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])(
    'a mail program unsubscribes with one POST, %s; opening the address never does',
    async (_how, type, body) => {
      const shop = shared();
      const email = `${newId('reader')}@example.com`;
      await subscribed(shop, email);
      const [mail] = await mailsTo(shop, email);
      const address = new URL(
        header(mail ?? { headers: [] }, 'list-unsubscribe')?.slice(1, -1) ?? '',
      );
      const at = new URL(address.pathname, shop.url);
      for (const method of ['GET', 'HEAD']) await fetch(at, { method });
      const post = (sent: string) =>
        fetch(at, { method: 'POST', headers: { 'content-type': type }, body: sent });
      expect((await post('something=else')).status).toBe(400);
      expect((await post('x'.repeat(10_000))).status).toBe(413);
      expect(await stateOf(shop, email)).toBe('confirmed');
      expect((await post(body)).status).toBe(200);
      expect(await stateOf(shop, email)).toBe('left');
      // Again, and for an address nobody was ever given, the answer is the same.
      expect((await post(body)).status).toBe(200);
      const other = new URL('/newsletter/unsubscribe/made-up', shop.url);
      const stranger = await fetch(other, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect([stranger.status, await stranger.text()]).toEqual([
        200,
        "You're unsubscribed from our newsletter.",
      ]);
    },
  );

  test('17 the answer is the same for a stranger, one who has asked, a reader and one who has left', async () => {
    const shop = shared();
    await subscribed(shop, 'reader@example.com');
    await subscribed(shop, 'gone@example.com');
    await shop.db.run(sql`
      update newsletter_subscribers set state = 'left', left_at = app_now(), confirmed_at = null
      where email = 'gone@example.com'`);
    await ask(shop, 'asked@example.com');
    const replies = await Promise.all(
      ['stranger', 'asked', 'reader', 'gone', 'READER'].map((name) =>
        ask(shop, `${name}@example.com`),
      ),
    );
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await mailsTo(shop, 'stranger@example.com');
    // A reader has nothing to confirm and is not disturbed.
    expect(shop.sandbox.mails('reader@example.com')).toHaveLength(1);
  });

  test('tokens are stored as hashes alone', async () => {
    const shop = shared();
    const token = await subscribed(shop, 'hashed@example.com');
    const [mail] = await mailsTo(shop, 'hashed@example.com');
    const leaving =
      header(mail ?? { headers: [] }, 'list-unsubscribe')?.match(/([\w-]+)>$/)?.[1] ?? '';
    const rows = await shop.db.rows(sql`
      select to_jsonb(s)::text || coalesce(to_jsonb(c)::text, '') as row
      from newsletter_subscribers s left join newsletter_confirmations c on c.subscriber_id = s.id`);
    expect(leaving.length).toBeGreaterThan(40);
    for (const secret of [token, leaving]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      const bytes = Buffer.from(secret, 'base64url').toString('hex');
      expect(JSON.stringify(rows)).not.toContain(bytes);
    }
  });
});

test('whoever has left gets nothing more, not even what was on its way, until they confirm anew', async () => {
  const shop = await startShop({ working: false });
  await makeConfirmation(shop, vera);
  await shop.db.run(
    sql`update newsletter_subscribers set state = 'confirmed', confirmed_at = app_now()`,
  );
  await sendIssue(shop.db, issue);
  const { leaveToken } = await import('./tokens.ts');
  const { id } = await shop.db.one(sql<{ id: string }>`select id from newsletter_subscribers`);
  const token = leaveToken(shop.config.keys, id);
  expect((await leave(shop, token)).status).toBe(200);
  const worker = await shop.work();
  await ask(shop);
  const mails = await mailsTo(shop, vera);
  await worker.stop();
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your Giftlane newsletter']);
  expect(await stateOf(shop)).toBe('left');
});

longTest('an address is not flooded with mails, a network does not ask without end', async () => {
  const shop = await startShop({ working: false });
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1) statuses.push((await ask(shop)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const { mails } = await shop.db.one(
    sql<{ mails: number }>`select count(*)::int as mails from jobs`,
  );
  expect(mails).toBe(5);
});

test('a confirming link ends after a week, and with leaving', async () => {
  const shop = await startShop({ working: false });
  const token = await makeConfirmation(shop, vera);
  await shop.moveClock(hours(1) + 1000);
  expect(await confirm(shop, token)).toMatchObject({
    status: 404,
    body: { code: 'newsletter.token_expired' },
  });
  expect((await confirm(shop, 'made-up')).status).toBe(404);
});

longTest(
  'who never confirmed is forgotten after a week and a bit, who left after a month, readers stay',
  async () => {
    const shop = await startShop({ working: false });
    for (const name of ['asked', 'gone', 'reader'])
      await makeConfirmation(shop, `${name}@example.com`);
    await shop.db.run(sql`
    update newsletter_subscribers set state = 'left', left_at = app_now()
    where email = 'gone@example.com'`);
    await shop.db.run(sql`
    update newsletter_subscribers set state = 'confirmed', confirmed_at = app_now()
    where email = 'reader@example.com'`);
    const left = async (days: number) => {
      await shop.moveClock(hours(24 * days));
      await sweepSubscribers(shop.db);
      const rows = await shop.db.rows(
        sql<{ email: string }>`select email from newsletter_subscribers order by email`,
      );
      return rows.map(({ email }) => email.split('@')[0]);
    };
    expect(await left(7)).toEqual(['asked', 'gone', 'reader']);
    expect(await left(2)).toEqual(['gone', 'reader']);
    expect(await left(22)).toEqual(['reader']);
  },
);

longTest(
  'sending goes on where it was interrupted, and every reader has one mail in the end',
  async () => {
    const shop = await startShop();
    await shop.db.run(sql`
    insert into newsletter_subscribers (id, email, email_key, state, leave_hash, confirmed_at)
    select 'nls_' || n, 'r' || n || '@example.com', 'r' || n || '@example.com', 'confirmed',
      sha256(n::text::bytea), app_now() from generate_series(1, 40) n`);
    const runs = await Promise.all([sendIssue(shop.db, issue), sendIssue(shop.db, issue)]);
    expect(runs.reduce((sum, { added }) => sum + added, 0)).toBe(40);
    await expect.poll(() => shop.sandbox.mails().length).toBe(40);
    expect(new Set(shop.sandbox.mails().flatMap(({ to }) => to)).size).toBe(40);
    await expect
      .poll(async () =>
        shop.db.one(
          sql`select count(*)::int as open from newsletter_deliveries where sent_at is null`,
        ),
      )
      .toEqual({ open: 0 });
  },
);
