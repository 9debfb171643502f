/** One money story: wherever an order is added up, what stands there adds up, and it is the same everywhere. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, phone } from './browser.ts';
import { addToCart, atPayPal, inCart, openOrder } from './journey.ts';

const { visit } = browserForFile();

/** Cents of an amount as it is shown. */
const cents = (shown: string): number =>
  Math.round(Number(shown.replace(/[^\d.−]/g, '').replace('−', '-')) * 100);
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

interface Story {
  /** What lines cost, and what they cost before. */
  readonly lines: readonly { now: number; before: number }[];
  readonly rows: Readonly<Record<string, number>>;
}

/** The lines of a place and its list of amounts, as far as they are seen. */
async function read(place: Locator, list: Locator): Promise<Story> {
  await list.waitFor();
  const prices = await place.locator('[data-line-price]').filter({ visible: true }).all();
  const lines = prices.map(async (price) => {
    const now = await price.locator('p > span').first().textContent();
    const [before = now] = await price.locator('s > span:nth-of-type(2)').allTextContents();
    return { now: cents(`${now}`), before: cents(`${before}`) };
  });
  const rows = (await list.locator('> div').filter({ visible: true }).all()).map(async (row) => {
    const label = await row.locator('dt').textContent();
    return [label, cents(`${await row.locator('dd').first().textContent()}`)];
  });
  return { lines: await Promise.all(lines), rows: Object.fromEntries(await Promise.all(rows)) };
}

/** 3 x 10.00 less 5 %, 2 x 25.25 without discount; 2 % are charged for both. */
function addsUp({ lines, rows }: Story, total: string): void {
  expect(lines.map(({ now }) => now)).toEqual([28_50, 50_50]);
  expect(sum(lines.map(({ before }) => before))).toBe(rows.Subtotal);
  expect(sum(lines.map(({ now }) => now))).toBe(rows['Cards after discount']);
  expect((rows.Subtotal ?? 0) + (rows.Discount ?? 0)).toBe(rows['Cards after discount']);
  expect((rows['Cards after discount'] ?? 0) + (rows['Service charge'] ?? 0)).toBe(rows[total]);
  expect(rows[total]).toBe(80_61);
}

async function fillCart(shop: Awaited<ReturnType<typeof startShop>>, page: Page): Promise<void> {
  const saving = { priceMinor: 10_00n, serviceChargeBp: 200, discountBp: 500 };
  const first = await makeCard(shop, saving);
  const second = await makeCard(shop, { priceMinor: 25_25n, serviceChargeBp: 200 });
  let held = 0;
  for (const [card, quantity] of [
    [first, 3],
    [second, 2],
  ] as const) {
    await addToCart(page, card.brandId, quantity);
    held += quantity;
    await inCart(page, held).waitFor();
  }
}

test('CART-05, CART-10 to CART-14 lines and sums agree in cart, checkout, success, orders, mail and print', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await fillCart(shop, page);
  await page.goto('/account/cart');
  const main = page.getByRole('main');
  const summary = page.getByRole('region', { name: 'Summary' });
  addsUp(await read(main, summary.locator('dl')), 'Total payable');

  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await page.waitForURL('**/account/checkout');
  const yours = page.getByRole('region', { name: 'Your order' });
  addsUp(await read(yours, yours.locator('dl')), 'Total payable');

  await atPayPal(page, 'Pay with sandbox card');
  await page.waitForURL('**/account/checkout/success**');
  await main.getByText('Paid by card').waitFor();
  const receipt = main.locator('dl', { hasText: 'Subtotal' });
  addsUp(await read(main, receipt), 'Total');
  await page.emulateMedia({ media: 'print' });
  addsUp(await read(main, receipt), 'Total');
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/account/orders');
  const row = main.getByRole('article');
  await row.getByText('$80.61').waitFor();
  const prices = row.locator('[data-line-price] p > span:first-of-type');
  const charge = row.locator('p', { hasText: 'Service charge' }).locator('span');
  const parts = [...(await prices.allTextContents()), ...(await charge.allTextContents())];
  expect(parts.map(cents)).toEqual([28_50, 50_50, 1_61]);
  expect(sum(parts.map(cents))).toBe(80_61);

  await openOrder(page);
  addsUp(await read(main, receipt), 'Total');

  await expect.poll(() => shop.sandbox.mails(anna.email).length).toBe(1);
  const told = shop.sandbox.mails(anna.email)[0]?.text ?? '';
  const amounts = [
    '3 × Nimbus $10: $28.50 (was $30.00)',
    '2 × Nimbus $25.25: $50.50',
    'Subtotal: $80.50',
    'Discount: −$1.50',
    'Cards after discount: $79.00',
    'Service charge: $1.61',
    'Total: $80.61',
    'Paid by card: $80.61',
  ];
  expect(told).toContain(amounts.join('\n'));
});
