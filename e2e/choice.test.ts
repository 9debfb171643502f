/** The card page: one row is the chosen one, and what it comes to stays in sight with what can be done about it. */
import { expect, test } from 'vitest';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, desktop, phone } from './browser.ts';
import { inCart, makeBrand, quantities, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

test('CARD-05, CARD-06, CARD-07 the row one touches is the chosen one: its sum is live, stays in sight and is what is bought', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const { id } = await makeBrand(shop, 'Kestrel', [
    { valueMinor: 10_00n, codes: 0 },
    { valueMinor: 20_00n, codes: 5 },
    { valueMinor: 25_00n, codes: 9, discountBp: 200, cashbackBp: 400, serviceChargeBp: 100 },
  ]);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await page.goto(`/gift-cards/${id}`);
  const choice = page.getByRole('region', { name: 'Your selection' });
  // Sold out is no choice.
  await choice.getByText('1 × $20', { exact: true }).waitFor();
  await choice.getByText('You pay $20.00').waitFor();
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    const box = await choice.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  }
  const row = page.getByRole('row', { name: /\$25/ });
  await row.getByRole('button', { name: 'One more' }).click();
  await row.getByRole('button', { name: 'One more' }).click();
  await choice.getByText('3 × $25 incl. $0.75 service charge').waitFor();
  // 75.00 less 2 %, and 1 % charged.
  await choice.getByText('You pay $74.25').waitFor();
  await choice.getByText('$3.00 cashback').waitFor();
  await choice.getByRole('button', { name: 'Add 3 to cart' }).dblclick();
  await inCart(page, 3).waitFor();
  expect(await quantities(shop, anna.token)).toEqual([3]);

  // By the keyboard: a change chooses, passing by on the way to the bar does not.
  const other = page.getByRole('row', { name: /\$20/ });
  await other.getByRole('button', { name: 'One more' }).press('Enter');
  await choice.getByText('2 × $20', { exact: true }).waitFor();
  const buy = choice.getByRole('button', { name: 'Buy for $40.00' });
  for (let step = 0; step < 9 && !(await buy.evaluate((at) => at.matches(':focus'))); step += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account/cart');
  await expect.poll(() => quantities(shop, anna.token)).toEqual([3, 2]);
});
