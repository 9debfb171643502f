/** A catalogue manager's work by keyboard. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile } from './browser.ts';
import { sidewaysScroll } from './journey.ts';
import { enterOffice, startOffice } from './office.ts';

const { visit } = browserForFile();

/** A sheet of codes in a file. */
async function sheetFile(name: string, rows: readonly string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'giftlane-sheet-')), name);
  await writeFile(file, `card_id;serial;code\r\n${rows.join('\r\n')}\r\n`);
  return file;
}

async function openGoods() {
  const shop = await startShop();
  const card = await makeCard(shop, { codes: 0 });
  await shop.db.run(sql`update brands set slug = 'nimbus'`);
  const url = await startOffice(shop);
  const page = await visit(url);
  await enterOffice(shop, page, 'catalogue');
  return { shop, card, url, page };
}

test('a price is edited beside its preview by keyboard, and who saves second keeps what they typed', async () => {
  const { shop, card, url, page } = await openGoods();
  await page.goto('/catalogue');
  // The list is read anew by itself while somebody is on its way to a row.
  await page.getByRole('link', { name: 'Nimbus' }).focus();
  const readAnew = page.waitForResponse('**/office/brands*');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await readAnew;
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
  await page.keyboard.press('Enter');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Nimbus' }).waitFor();
  const other = await visit(url, { size: { width: 820, height: 1180 } });
  await enterOffice(shop, other, 'catalogue');
  await other.goto(`/catalogue/${card.brandId}`);
  expect(await sidewaysScroll(other)).toBe(0);
  await page.getByLabel('$10: Price').fill('9.999');
  await page.keyboard.press('Enter');
  await page.getByText('Price: Use at most two decimals').waitFor();
  await page.getByLabel('$10: Price').fill('8');
  await preview.getByText('$8.00').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved', { exact: true }).waitFor();
  const { price } = await shop.db.one(sql<{ price: bigint }>`
    select price_minor as price from cards where id = ${card.id}`);
  expect(price).toBe(800n);
  await other.getByLabel('Title').fill('Nimbus Arcade');
  await other.getByLabel('$10: Price').fill('7');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Take theirs' }).waitFor();
  await other.getByRole('button', { name: 'Keep mine' }).press('Enter');
  expect(await other.getByLabel('Title').inputValue()).toBe('Nimbus Arcade');
  await other.getByLabel('$10: Price').press('Enter');
  await other.getByText('Saved', { exact: true }).waitFor();
  expect(
    await shop.db.one(sql`select price_minor as price from cards where id = ${card.id}`),
  ).toEqual({ price: 700n });
});

test('a sheet with a wrong line is mended, loaded and undone', async () => {
  const { shop, card, page } = await openGoods();
  const states = async () =>
    (await shop.db.rows(sql<{ state: string }>`select state from codes`)).map(({ state }) => state);
  await page.goto('/stock');
  await page.getByRole('link', { name: 'Import codes' }).press('Enter');
  const choose = page.getByLabel('Choose codes');
  const right = `${card.id};S-1;AAAA-0001`;
  await choose.setInputFiles(await sheetFile('codes.csv', [right, `${card.id};S-2;=A1`]));
  await page.getByText('code is a formula').waitFor();
  await scanBoth(page, 'import');
  // What is logged is not read anew by its own news.
  const looks = () =>
    shop.db.rows(sql`select 1 from audit_entries where deed = 'imports.listLines'`);
  await page.waitForTimeout(2_500);
  expect(await looks()).toHaveLength(1);
  expect(await page.getByRole('button', { name: 'Load 1 line' }).isDisabled()).toBe(true);
  expect(await page.getByLabel('Separator').inputValue()).toBe(';');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByText('Discarded').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).press('Enter');
  await choose.setInputFiles(await sheetFile('mended.csv', [right, `${card.id};S-2;AAAA-0002`]));
  await page.getByRole('button', { name: 'Load 2 lines' }).press('Enter');
  await page.getByRole('button', { name: 'Undo the whole import' }).waitFor();
  expect(await states()).toEqual(['free', 'free']);
  await page.goto('/stock');
  await page.getByRole('cell', { name: '2', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo the whole import' }).press('Enter');
  await page.getByRole('button', { name: 'Yes, undo all of it' }).press('Enter');
  await page.getByText('Undone').waitFor();
  expect(await states()).toEqual(['void', 'void']);
});
