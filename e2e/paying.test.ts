/** At the moment of paying nothing else is on the page: whose it is, the amount, what happens next, the time there is. */
import { expect, test } from 'vitest';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile } from './browser.ts';
import { atPayPal, quantities, sidewaysScroll, toCheckout } from './journey.ts';

const { visit } = browserForFile();

test('ROUTE-37 the payment stands alone: a quiet head, the amount, what happens next, the clock; and the way back gives all of it back', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token, size: { width: 320, height: 640 } });
  await toCheckout(page, card.brandId);
  const region = page.getByRole('region', { name: 'Pay by card' });
  await region.getByText('You pay').waitFor();
  await region.getByText('$10.00', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pay by sandbox card' }).waitFor();
  // Neither the shop's pages nor its footer.
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  await page.getByRole('banner').getByText('Secure checkout').waitFor();
  const next = page.getByRole('list', { name: 'What happens next' }).getByRole('listitem');
  expect(await next.count()).toBe(4);
  await next.getByText('They are held for you as soon as you press the button.').waitFor();
  // Also at 320 px, and at twice the size of a small desk.
  for (const size of [320, 640, 1280]) {
    await page.setViewportSize({ width: size, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  }

  await atPayPal(page, 'Cancel and go back');
  await page.getByText('Payment cancelled.').waitFor();
  const clock = page.getByRole('timer');
  expect(await clock.textContent()).toMatch(/^Your codes are held for you for (30:00|29:\d\d)\.$/);
  const before = await clock.textContent();
  await expect.poll(() => clock.textContent()).not.toBe(before);
  // The clock is there to be looked at; every second of it aloud would be noise.
  expect(await clock.evaluate((at) => at.closest('[aria-live]') === null)).toBe(true);

  expect(await quantities(shop, anna.token)).toEqual([]);
  await page.getByRole('button', { name: 'Back to cart' }).click();
  await page.waitForURL('**/account/cart');
  await page.getByRole('contentinfo').waitFor();
  await expect.poll(() => quantities(shop, anna.token)).toEqual([1]);
});

test('an order that is not there says so on its page, and leads back to the others', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/account/orders/no-such-order');
  await page.getByText('This order could not be found.').waitFor();
  await page.getByRole('link', { name: 'All orders' }).click();
  await page.getByText('No Order Details Found.').waitFor();
});
