/** At the moment of paying nothing else is on the page: whose it is, the amount, what happens next, the time there is. */
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { minutes } from '../apps/server/src/platform/process/durations.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone } from './browser.ts';
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
  await next.getByText('We reserve your codes as soon as you press Pay.').waitFor();
  // Also at 320 px, and at twice the size of a small desk.
  for (const size of [320, 640, 1280]) {
    await page.setViewportSize({ width: size, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  }
  // On a tablet in the middle, its name at its edge.
  await page.setViewportSize({ width: 820, height: 1180 });
  const panel = await region.boundingBox();
  expect(panel).toMatchObject({ x: (820 - (panel?.width ?? 0)) / 2 });
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toMatchObject({
    x: panel?.x,
  });

  await atPayPal(page, 'Cancel and go back');
  await page.getByText('Payment cancelled.').waitFor();
  const clock = page.getByRole('timer');
  expect(await clock.textContent()).toMatch(
    /^Your codes are reserved: (30\smin\s00|29\smin\s\d\d)\ss left\.$/,
  );
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

longTest(
  'whose time is over pays by the next press, which orders the same cards anew',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.clock.install();
    await toCheckout(page, card.brandId);
    await atPayPal(page, 'Cancel and go back');
    await page.getByRole('timer').waitFor();
    await shop.moveClock(minutes(31));
    await page.clock.fastForward('31:00');
    await page.getByText(/^Your hold has ended\./).waitFor();
    await atPayPal(page, 'Pay with sandbox card');
    await page.waitForURL('**/account/checkout/success**');
    const { paid } = await shop.db.one(sql<{ paid: number }>`
    select count(*)::int as paid from orders where state = 'delivered'`);
    expect(paid).toBe(1);
  },
);

longTest(
  'several codes are revealed by one press and copied by the next, without the focus leaving the button',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop, { codes: 12 });
    const body = orderBody(anna, { card, quantity: 6, totalMinor: 60_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto(`/account/checkout/success?order=${body.sOrderId}`);
    const all = page.getByRole('button', { name: 'Reveal all 6 Nimbus $10' });
    await all.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: /^Copy code/ })
      .nth(5)
      .waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Copy 6 revealed/);
    await page.keyboard.press('Enter');
    await page.getByText('6 codes copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.split('\n').every((code) => card.codes.includes(code))).toBe(true);
    expect(await violations(page)).toEqual([]);
  },
);

longTest(
  'an order that is not there says so on its page, and leads back to the others',
  async () => {
    const shop = await startShop({ working: false });
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { token: anna.token });
    await page.goto('/account/orders/no-such-order');
    await page.getByText("We couldn't find this order.").waitFor();
    await page.getByRole('link', { name: 'All orders' }).click();
    await page.getByText('No Order Details Found.').waitFor();
  },
);
