/** Pages, messages and newsletters from the command line. */
import { sendMessage } from '@giftlane/contract/members/contact.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { startShop } from '../../testing/start-shop.ts';
import { runOn, tempFile } from '../run.testing.ts';

test('a page is shown, corrected, and shown again', async () => {
  const shop = await startShop({ working: false });
  const before = await runOn(shop, 'page', 'show', '/tnc', '--json');
  expect(JSON.parse(before.stdout)).toMatchObject({ path: '/tnc', title: 'Terms and Conditions' });
  const file = await tempFile('tnc.md', '## Ours\r\n\r\nOur terms.\r\n');
  const set = await runOn(shop, 'page', 'set', 'tnc', file, '--title', 'Our Terms');
  expect([set.code, set.stderr]).toEqual([0, '']);
  const { stdout } = await runOn(shop, 'page', 'show', 'tnc', '--json');
  expect(JSON.parse(stdout)).toEqual({
    path: '/tnc',
    title: 'Our Terms',
    text: '## Ours\n\nOur terms.',
  });
  const deeds = await shop.db.rows(sql`select deed, facts from audit_entries`);
  expect(deeds).toEqual([
    { deed: 'page set', facts: { operand: 'tnc', file, title: 'Our Terms' } },
  ]);
});

test.each([
  ['a page there is not', ['page', 'set', '/nowhere'], 1, 'There is no page /nowhere.'],
  ['questions without one', ['page', 'set', '/faq'], 1, '/faq needs questions'],
])('%s is refused in one line', async (_what, args, code, reason) => {
  const shop = await startShop({ working: false });
  const refused = await runOn(shop, ...args, await tempFile('text.md', 'Text'));
  expect([refused.code, refused.stdout]).toEqual([code, '']);
  expect(refused.stderr).toContain(reason);
  expect(refused.stderr.trim().split('\n')).toHaveLength(1);
});

test('messages are listed newest first, and what strangers wrote is only letters', async () => {
  const shop = await startShop({ working: false });
  for (const sMessage of ['First', 'Second\nline \u202eevil'])
    await shop.call(sendMessage, { body: { sEmail: 'vera@example.com', sMessage } });
  const { code, stdout } = await runOn(shop, 'message', 'list');
  expect(code).toBe(0);
  expect(stdout).toMatch(/vera@example\.com\n {2}Second\n {2}line evil\n.*\n {2}First\n$/);
  const one = await runOn(shop, 'message', 'list', '--limit', '1', '--json');
  expect(JSON.parse(one.stdout)).toMatchObject([{ message: 'Second\nline \u202eevil' }]);
});

test('a newsletter is sent once, however often the command is given', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`
    insert into newsletter_subscribers (id, email, email_key, state, leave_hash, confirmed_at)
    select 'nls_' || n, 'r' || n || '@example.com', 'r' || n || '@example.com', 'confirmed',
      sha256(n::text::bytea), app_now() from generate_series(1, 3) n`);
  const file = await tempFile('news.md', '# News\n\nHello.');
  const args = ['newsletter', 'send', file, '--subject', 'News'];
  expect(await runOn(shop, ...args)).toMatchObject({
    code: 0,
    stdout: '3 mails are on their way.\n',
  });
  expect(await runOn(shop, ...args)).toMatchObject({
    code: 0,
    stdout: '0 mails are on their way; 3 had it before.\n',
  });
  const { jobs } = (await shop.db.one(sql`select count(*)::int as jobs from jobs`)) as {
    jobs: number;
  };
  expect(jobs).toBe(3);
});
