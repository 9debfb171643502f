/** Settlement files in the back office. */
import { expect, test } from 'vitest';
import { atProvider, initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

test('a settlement file is read by keyboard, and what it and the books do not agree on is listed', async () => {
  const shop = await startShop({ working: false });
  const order = await initiated(shop);
  await atProvider(shop, order.sPaymentId, 'approve');
  await order.confirm();
  const day = new Date().toISOString().slice(0, 10);
  const report = await fetch(`${shop.sandbox.paypalUrl}/__sandbox/settlements/${day}`);
  const content = await report.text();
  const wrong = content.replace(',3000,', ',30.00,');
  const other = content.replace(',3000,', ',2900,');
  const page = await visit(await startOffice(shop), { size: { width: 820, height: 1180 } });
  await enterOffice(shop, page, 'finance');
  await page.goto('/ledger/settlements');
  await page.getByText('No file was read yet.').waitFor();
  const choose = async (text: string, name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('Read a settlement file').press('Enter');
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await choose(wrong, 'wrong.csv');
  await page.getByText('Line 5, Gross Transaction Amount: “30.00” is not expected here').waitFor();
  await scanBoth(page, 'settlement files');
  await choose(other, 'STL-other.csv');
  const row = page.getByRole('row', { name: /Another amount/ });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/T0006.*29\.00 USD.*30\.00 USD/s);
  await scanBoth(page, 'differences of a settlement file');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Differences as CSV' }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^settlement-.*\.csv$/);
  await page.getByRole('main').getByRole('link', { name: 'Settlement' }).press('Enter');
  await choose(other, 'again.csv');
  await page.getByText('This file was read before.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Settlement' }).press('Enter');
  await choose(content, 'STL-whole.csv');
  await page.getByText('The file and the books agree.').waitFor();
  await page.getByRole('row', { name: /USD 1 30\.00 0\.00 1\.54/ }).waitFor();
});
