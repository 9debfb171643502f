/** Words, options, the newsletter and vouchers in the back office, by keyboard. */
import { sendMessage } from '@giftlane/contract/members/contact.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailsTo } from '../apps/server/src/features/newsletter/readers.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

async function openAs(role: 'support' | 'catalogue' | 'owner', shop: TestShop) {
  const url = await startOffice(shop);
  const page = await visit(url);
  const operator = await enterOffice(shop, page, role);
  /** Opens a section by its link, as who has no mouse does. */
  const open = async (section: string) => {
    await page.goto('/');
    await page.getByRole('link', { name: section, exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: section }).waitFor();
  };
  return { url, page, operator, open };
}

const evil = {
  sEmail: 'eve@example.com',
  sFullName: '=cmd|calc!A0 \u202eevil',
  sSubject: '<script>document.title="run"</script>',
  sMessage: `<img src=x onerror="document.title='run'"> ${'a'.repeat(4_900)}`,
};

const fits = async (page: Page) => {
  for (const width of [360, 820]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
};

test('messages are answered and closed by keys alone; what strangers wrote is only read', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { verified: true });
  const write = (body: typeof evil, token?: string) => shop.call(sendMessage, { body, token });
  await write(
    { ...evil, sEmail: anna.email, sFullName: 'Anna', sSubject: 'Late', sMessage: 'Where is it?' },
    anna.token,
  );
  await write(evil);
  const { page, open } = await openAs('support', shop);
  await open('Messages');
  const thread = (name: string) => page.getByRole('article', { name });
  await thread('Late').getByText('Where is it?').waitFor();
  await thread('Late').getByRole('link', { name: 'Anna Archer' }).waitFor();
  await page.keyboard.press('a');
  await page.keyboard.type('It is on its way.');
  await page.keyboard.press('Control+Enter');
  await page.getByText('“Late” answered').waitFor();
  await thread(evil.sSubject).getByText(evil.sMessage.slice(0, 40)).waitFor();
  expect(await page.title()).toContain('Messages');
  await page.keyboard.press('u');
  await page.keyboard.press('k');
  // What was typed is still there.
  await expect
    .poll(() => page.getByLabel('Answer', { exact: true }).inputValue())
    .toBe('It is on its way.');
  await page.keyboard.press('a');
  await page.keyboard.press('Control+Enter');
  await thread(evil.sSubject).waitFor();
  await page.keyboard.press('c');
  await page.getByText('No messages are waiting.').waitFor();
  // Decisions are made when their page is left.
  await page.goto('about:blank');
  const [mail] = await mailsTo(shop, anna.email, 1);
  expect(mail?.text).toContain('It is on its way.');
  await page.goto('/queues/messages');
  await page.getByRole('link', { name: 'Answered and closed' }).press('Enter');
  await page.getByRole('link', { name: 'Late' }).press('Enter');
  await thread('Late').getByText('It is on its way.').waitFor();
});

test('prepared answers are kept and put into an answer', async () => {
  const shop = await startShop({ working: false });
  await shop.call(sendMessage, { body: evil });
  const { page, open } = await openAs('support', shop);
  await open('Messages');
  const field = page.getByLabel('Answer', { exact: true });
  await field.fill('Please be patient.');
  await page.getByRole('button', { name: 'Edit prepared answers' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Prepared answers' });
  await expect.poll(() => dialog.getByLabel('Answer').inputValue()).toBe('Please be patient.');
  await dialog.getByLabel('Title').fill('Patience');
  await page.keyboard.press('Enter');
  await dialog.getByText('Patience').waitFor();
  await scanBoth(page, 'prepared answers');
  await page.keyboard.press('Escape');
  await field.fill('');
  await page.getByLabel('Prepared answers', { exact: true }).selectOption('Patience');
  await expect.poll(() => field.inputValue()).toBe('Please be patient.');
});

test('a page is edited beside its preview; of two who save at once the second sees theirs, and keeps what they typed', async () => {
  const shop = await startShop({ working: false });
  const { url, page, open } = await openAs('catalogue', shop);
  await open('Pages');
  await page.getByRole('link', { name: 'Refund Policy' }).press('Enter');
  const body = page.getByLabel('Text', { exact: true });
  const preview = page.getByRole('region', { name: 'Preview' });
  await body.fill('## Ours\n\n<script>document.title="run"</script>\n\n**bold** [faq](/faq)');
  await preview.getByText('document.title').waitFor();
  expect(await preview.locator('strong').innerText()).toBe('bold');

  const other = await visit(url);
  await enterOffice(shop, other, 'owner', 'Theo Thoma');
  await other.goto('/pages/refund-policy');
  await other.getByLabel('Text', { exact: true }).fill('## Theirs\n\nAnother text.');
  await other.getByRole('button', { name: 'Save page' }).press('Enter');
  await other.getByText('The shop shows it within seconds').waitFor();

  await page.getByRole('button', { name: 'Save page' }).press('Enter');
  await page.getByText('Somebody else has saved this page meanwhile').waitFor();
  await page.getByText('Theo Thoma saved another text').waitFor();
  await page.getByRole('region', { name: 'Version 2' }).getByText('Another text.').waitFor();
  expect(await body.inputValue()).toContain('## Ours');
  await page.getByRole('button', { name: 'Keep my text' }).press('Enter');
  await page.getByRole('button', { name: 'Save page' }).press('Enter');
  await page.getByText('The shop shows it within seconds').waitFor();
  await page.getByRole('button', { name: 'Show version 1' }).press('Enter');
  await page.getByRole('button', { name: 'Restore this text' }).press('Enter');
  expect(await body.inputValue()).not.toContain('## Ours');
  await page.getByRole('button', { name: 'Save page' }).press('Enter');
  await page.getByRole('button', { name: 'Show version 4' }).waitFor();
  await body.fill('No section.');
  await page.getByRole('button', { name: 'Save page' }).press('Enter');
  await page.getByText('needs sections').waitFor();
  expect(await body.inputValue()).toBe('No section.');
});

test('an option is found, changed and checked at its field; whoever comes second is told', async () => {
  const shop = await startShop({ working: false });
  const { page, open } = await openAs('owner', shop);
  await open('Options');
  await page.getByLabel('Search options').fill('session_days');
  await page.getByRole('button', { name: 'Change session_days' }).press('Enter');
  const value = page.getByLabel('Value', { exact: true });
  await value.fill('ten');
  await page.keyboard.press('Enter');
  await page.getByText('Enter a whole number').waitFor();
  await value.fill('20');
  await shop.db.run(sql`update site_options set value = '25' where name = 'session_days'`);
  await page.keyboard.press('Enter');
  await page.getByText('Somebody else has changed this option meanwhile').waitFor();
  expect(await value.inputValue()).toBe('20');
  await page.getByText('25', { exact: true }).waitFor();
  await value.press('Enter');
  await page.getByText('Changed by Olga Orlova').waitFor();
  await page.getByRole('button', { name: 'Change session_days' }).press('Enter');
  await page.getByText('25 → 20').waitFor();
});

test('an issue is tried on oneself, sent once, stopped and goes on', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(sql`
    insert into newsletter_subscribers (id, email, email_key, state, leave_hash, confirmed_at)
    select 'nls_' || n, 'r' || n || '@example.com', 'r' || n || '@example.com', 'confirmed',
      sha256(n::text::bytea), app_now() from generate_series(1, 30) n`);
  const { page, operator, open } = await openAs('owner', shop);
  await open('Newsletter');
  await page.getByRole('link', { name: 'Write an issue' }).press('Enter');
  await page.getByLabel('Subject').fill('News');
  await page.getByLabel('Text', { exact: true }).fill('## New\n\nHello.');
  await page.getByRole('region', { name: 'Preview' }).getByText('Hello.').waitFor();
  await page.getByRole('button', { name: 'Try it on me' }).press('Enter');
  await page.getByText(`Mailed to ${operator.email}`).waitFor();
  await page.getByRole('button', { name: 'Send to 30 readers' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send this issue?' });
  await dialog.getByRole('button', { name: 'Send to 30 readers' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await page.getByText(/Stopped at 0 of/).waitFor();
  // A button at work is pale.
  await page.locator('button[aria-busy]').waitFor({ state: 'detached' });
  await scanBoth(page, 'sending');
  const worker = shop.work();
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await page.getByText('30 of 30 sent').waitFor();
  await worker.stop();
  expect(shop.sandbox.mails()).toHaveLength(31);
  await open('Newsletter');
  await page.getByText('30 of 30 sent').waitFor();
});

test('vouchers are made and shown once, saved, and listed', async () => {
  const shop = await startShop({ working: false });
  const { page, open } = await openAs('owner', shop);
  await open('Vouchers');
  await page.getByLabel('Vouchers', { exact: true }).fill('0');
  await page.getByLabel('Value').fill('25.5');
  await page.getByRole('button', { name: 'Make vouchers' }).press('Enter');
  await page.getByText('Enter a whole number from 1 to 10,000').waitFor();
  await page.getByLabel('Vouchers', { exact: true }).fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('These codes are shown only now').waitFor();
  await scanBoth(page, 'codes');
  await fits(page);
  expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).press('Enter');
  const stream = await (await download).createReadStream();
  const csv = (await stream.toArray()).join('');
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toBe('code,pin,value,currency');
  expect(lines.slice(1)).toHaveLength(12);
  for (const line of lines.slice(1))
    expect(line).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4},\d{3}-\d{3},25\.5,usd$/);
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('cell', { name: '$25.50' }).waitFor();
  expect(await page.getByText('These codes are shown only now').count()).toBe(0);
});
