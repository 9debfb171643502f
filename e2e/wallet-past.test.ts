/** The wallet's past: looked through, taken along as a statement, drawn. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { manyMoves, moveWallet } from '../apps/server/src/features/wallet/movements.testing.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { holdBack, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const hour = (back: number) => new Date(Date.now() - back * 3_600_000).toISOString();

/** A wallet of some months. */
async function anna() {
  const shop = await startShop({ working: false });
  const member = await makeMember(shop);
  await moveWallet(shop, member, [
    ...manyMoves(14, hour(24 * 70)),
    { kind: 'redeem', amountMinor: 120_00n, at: hour(24 * 40) },
    { kind: 'refund', amountMinor: 7_50n, at: hour(24 * 20) },
    { kind: 'buy', amountMinor: -42_00n, at: hour(2) },
  ]);
  return { shop, member };
}

longTest(
  'movements are looked for by kind and day; it is in the address, and is cleared',
  async () => {
    const { shop, member } = await anna();
    for (const size of sizes) {
      const page = await visit(shop.url, { token: member.token, size, reducedMotion: true });
      await page.goto('/account/wallet');
      const list = page.getByRole('region', { name: 'Transactions' });
      const rows = list.getByRole('listitem');
      await list.getByText('Gift cards bought').first().waitFor();
      expect(await list.getByRole('button', { name: 'Clear' }).count()).toBe(0);
      if (size === phone) await list.getByRole('button', { name: 'Filters', exact: true }).click();
      await list.getByLabel('Type').selectOption('Refunds');
      await expect.poll(() => rows.count()).toBe(1);
      await list.getByText('+$7.50').waitFor();
      expect(new URL(page.url()).search).toBe('?kind=refund');
      await list.getByLabel('To', { exact: true }).fill(hour(24 * 30).slice(0, 10));
      await list.getByText('No matching transactions').waitFor();
      await scanBoth(page, 'a wallet where nothing fits');
      await page.reload();
      await list.getByText('No matching transactions').waitFor();
      expect(await list.getByLabel('Type').inputValue()).toBe('refund');
      expect(await sidewaysScroll(page)).toBe(0);
      const letGo = await holdBack(page, '**/api/v1/wallet/transactions?*');
      await list.getByRole('button', { name: 'Show all transactions' }).click();
      await list.getByText('Loading').waitFor();
      expect(await list.getByLabel('Type').inputValue()).toBe('');
      expect(await page.getByRole('main').evaluate((main) => main.matches(':focus'))).toBe(true);
      letGo();
      await expect.poll(() => rows.count()).toBe(10);
      expect(new URL(page.url()).search).toBe('');
      // A page of what fits, and back again.
      await list.getByLabel('Type').selectOption('Purchases');
      await page.getByRole('button', { name: 'Next' }).click();
      await expect.poll(() => rows.count()).toBe(3);
      expect(new URL(page.url()).search).toBe('?kind=buy&page=2');
      await page.goBack();
      await expect.poll(() => rows.count()).toBe(10);
      await list.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    }
  },
);

test('a statement is downloaded as PDF and as CSV; what goes wrong is said where it was asked for', async () => {
  const { shop, member } = await anna();
  for (const size of sizes) {
    const page = await visit(shop.url, { token: member.token, size, reducedMotion: true });
    await page.goto('/account/wallet');
    await page.getByRole('button', { name: 'Statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Statement' });
    await dialog.getByLabel('Period').selectOption('This year');
    await scanBoth(page, 'the statement dialog');
    const downloaded = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download' }).click(),
      ]);
      await dialog.getByText(/^Downloaded, /).waitFor();
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const pdf = await downloaded();
    expect(pdf.name).toMatch(/^giftlane-wallet-\d{4}-01-01-to-\d{4}-\d\d-\d\d\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await dialog.getByLabel('Format').selectOption('CSV, for spreadsheets');
    await dialog.getByLabel('Period').selectOption('Custom dates');
    await dialog.getByLabel('From').fill('2020-02-02');
    await dialog.getByLabel('To', { exact: true }).fill('2020-02-01');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByText('Choose two dates').waitFor();
    await dialog.getByLabel('To', { exact: true }).fill(hour(0).slice(0, 10));
    await page.route('**/wallet/statement.csv?*', (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByRole('status').getByText('Server is unavailable.').waitFor();
    const csv = await downloaded();
    expect(csv.name).toMatch(/^giftlane-wallet-2020-02-02-to-.*\.csv$/);
    const records = csv.bytes.toString().trimEnd().split('\r\n');
    expect(records.length).toBe(1 + 17 + 2);
    expect(records[1]).toBe('2020-02-02T00:00:00.000Z,opening,,,,,,usd,0.00');
    expect(await sidewaysScroll(page)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

longTest(
  'the balance and the months are drawn, read by keyboard, and stand in tables',
  async () => {
    const { shop, member } = await anna();
    const balance = await member.balance();
    expect(balance).toBe(91_50n);
    for (const size of sizes) {
      const page = await visit(shop.url, { token: member.token, size, reducedMotion: true });
      await page.goto('/account/wallet');
      const pictures = page.getByRole('region', { name: 'Charts' });
      const figure = pictures.getByRole('figure').first();
      const slider = figure.getByRole('slider', { name: 'Day' });
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: \$91\.50$/);
      await slider.focus();
      // What was spent an hour ago may have been spent yesterday.
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowLeft');
          return slider.getAttribute('aria-valuetext');
        })
        .toMatch(/: \$133\.50$/);
      await figure.getByText('Show as a table').click();
      const days = figure.getByRole('table', { name: 'Balance over time' });
      await days.getByRole('cell', { name: '$91.50' }).first().waitFor();
      expect(await days.getByRole('row').count()).toBeGreaterThanOrEqual(72);
      const months = pictures.getByRole('figure').nth(1);
      await months.getByText('Show as a table').click();
      const parts = months.getByRole('table', { name: 'Money in and out by month' });
      await parts.getByRole('cell', { name: 'Redeemed' }).waitFor();
      await parts.getByRole('cell', { name: '$120.00' }).waitFor();
      await months.getByRole('button', { name: /\$42\.00 out$/ }).focus();
      await page.keyboard.press('Enter');
      await scanBoth(page, 'the pictures of a wallet');
      expect(await sidewaysScroll(page)).toBe(0);
    }
    const fresh = await makeMember(shop);
    const page = await visit(shop.url, { token: fresh.token, size: phone });
    await page.goto('/account/wallet');
    await page.getByText('No Wallet Transactions Found.').waitFor();
    // Nothing to draw, to take along or to look through.
    expect(await page.getByRole('region', { name: 'Charts' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Statement' }).count()).toBe(0);
  },
);
