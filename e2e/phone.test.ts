/** A phone held in one hand: what is used most is in reach, what is long is folded, and nothing covers anything. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { initiated } from '../apps/server/src/testing/buying.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, isLong, longTest, phone } from './browser.ts';
import { boxOf, makeManyBrands, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const small = { width: 320, height: 640 };
const tablet = { width: 820, height: 1180 };

const ways = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });
const scrollTo = (page: Page, y: number) => page.evaluate(`scrollTo(0, ${y})`);

/** Whether nothing lies over the middle of an element: the one that has the focus, if no other is named. */
const isOnTop = (page: Page, element = 'document.activeElement') =>
  page.evaluate<boolean>(`(() => {
    const element = ${element};
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(there);
  })()`);

async function buyAllCards(shop: TestShop) {
  await shop.db.run(sql`update cards set sellable = true, exchange_fees_bp = 1200`);
  await shop.catalog.refresh();
}

longTest(
  'the ways of a visitor lie along the lower edge, the place one is at is named, and a tablet needs none',
  async () => {
    const shop = await startShop({ working: false });
    const page = await visit(shop.url, { size: phone });
    await page.goto('/');
    await ways(page).waitFor();
    expect(await ways(page).getByRole('link').allTextContents()).toEqual([
      'Home',
      'Gift Cards',
      'Sell',
      'Sign in',
    ]);
    const { y, height } = await boxOf(ways(page));
    expect(y + height).toBe(phone.height);
    for (const link of await ways(page).getByRole('link').all()) {
      const box = await boxOf(link);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    const current = ways(page).locator('[aria-current]');
    for (const [name, path, where] of [
      ['Gift Cards', '/gift-cards', 'page'],
      ['Sell', '/sell-cards', 'page'],
      ['Sign in', '/auth/login', 'page'],
      ['Home', '/', 'page'],
    ] as const) {
      await ways(page).getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => current.allTextContents()).toEqual([name]);
      expect(await current.getAttribute('aria-current')).toBe(where);
    }
    // Where it stays, the page's end is above it.
    await scrollTo(page, 100_000);
    await expect
      .poll(() => isOnTop(page, `document.querySelector('footer label:last-child')`))
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(tablet);
    expect(await ways(page).isVisible()).toBe(false);
    // A low window, such as one beside the keyboard, keeps its room.
    await page.setViewportSize({ width: 740, height: 360 });
    await scrollTo(page, 0);
    expect((await boxOf(ways(page))).y).toBeGreaterThan(360);
  },
);

longTest(
  'a member’s ways lead to the wallet and the account; where a page has a bar of its own or asks for money there are none',
  async () => {
    const shop = await startShop();
    const { anna, card, wish } = await initiated(shop);
    const page = await visit(shop.url, { size: small, token: anna.token });
    await page.goto('/account/orders');
    await ways(page).waitFor();
    expect(await ways(page).getByRole('link').allTextContents()).toEqual([
      'Home',
      'Gift Cards',
      'Sell',
      'Wallet',
      'Account',
    ]);
    const current = ways(page).locator('[aria-current]');
    expect(await current.textContent()).toBe('Account');
    expect(await current.getAttribute('aria-current')).toBe('true');
    await ways(page).getByRole('link', { name: 'Wallet' }).click();
    await page.waitForURL('**/account/wallet');
    await expect.poll(() => current.textContent()).toBe('Wallet');
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto(`/gift-cards/${card.brandId}`);
    await page.getByRole('region', { name: 'Your selection' }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    expect(await ways(page).count()).toBe(0);
    await page.goto(`/account/checkout?order=${wish.sOrderId}`);
    await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor();
    expect(await ways(page).count()).toBe(0);
  },
);

for (const size of isLong ? [phone, small] : [small])
  longTest(
    `CAT-01, CAT-03 search and filters stay at hand while the list is scrolled, ${size.width} px`,
    async () => {
      const shop = await startShop({ working: false });
      await makeManyBrands(shop, 100);
      const page = await visit(shop.url, { size });
      await page.goto('/gift-cards?sort=name&price=10-50');
      const search = page.getByRole('searchbox');
      const filters = page.getByRole('button', { name: 'Filters (2)' });
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
      const row = async () => [await boxOf(search), await boxOf(filters)] as const;
      const [box, beside] = await row();
      expect(Math.abs(box.y - beside.y)).toBeLessThan(2);
      expect(beside.width).toBe(44);
      expect(await filters.textContent()).toContain('2');
      await scrollTo(page, 900);
      for (const box of await row()) {
        expect(box.y).toBeGreaterThanOrEqual(64);
        expect(box.y).toBeLessThan(80);
      }
      // A brand one goes back to by the keyboard is not left below the row, nor below the ways.
      const link = page.getByRole('link', { name: /^Brand 0011/ });
      await link.focus();
      for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        expect(await isOnTop(page)).toBe(true);
      }
      // Another list is shown from its beginning.
      await scrollTo(page, 1_500);
      await search.fill('Brand 0077');
      const first = page.getByRole('tabpanel').getByRole('link').first();
      await expect.poll(() => first.textContent()).toContain('Brand 0077');
      const { y } = await boxOf(page.getByText(/^\d+ brands? in USD$/));
      expect(y).toBeGreaterThan(110);
      expect(y).toBeLessThan(size.height / 2);
      expect(await sidewaysScroll(page)).toBe(0);
      await filters.click();
      const reset = page.getByRole('button', { name: 'Reset all' });
      await reset.click();
      const done = page.getByRole('button', { name: /^Show \d+ brands$/ });
      await done.waitFor();
      const sheet = await boxOf(page.getByRole('dialog', { name: 'Filters' }));
      for (const { x, width } of [await boxOf(reset), await boxOf(done)]) {
        expect(x).toBeGreaterThan(sheet.x);
        expect(x + width).toBeLessThan(sheet.x + sheet.width);
      }
      await done.click();
      await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

longTest(
  'CAT-03 at 200 % the search still has room beside the filters, and nothing goes beyond the edge',
  async () => {
    const shop = await startShop({ working: false });
    await makeManyBrands(shop, 30);
    const page = await visit(shop.url, { size: { width: 180, height: 370 } });
    await page.goto('/gift-cards');
    await page.getByRole('link', { name: /^Brand 0001/ }).waitFor();
    expect((await boxOf(page.getByRole('searchbox'))).width).toBeGreaterThan(80);
    expect(await sidewaysScroll(page)).toBe(0);
  },
);

test('SELL-11, SELL-14 on a phone the sum and the way on stand in one bar in reach, step by step', async () => {
  const shop = await startShop({ working: false });
  const { brandId } = await makeCard(shop, { priceMinor: 50_00n });
  await buyAllCards(shop);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: small, token: anna.token });
  await page.goto(`/sell-cards/${brandId}`);
  const bar = page.getByRole('region', { name: 'Total Amount Receivable' });
  const onward = bar.getByRole('button');
  await page.getByRole('button', { name: 'Add $50' }).click();
  await bar.getByText('$44.00').waitFor();
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(1);
  for (const place of [0, 200]) {
    await scrollTo(page, place);
    const { y, height } = await boxOf(bar);
    expect(Math.round(y + height)).toBe(small.height);
    const button = await boxOf(onward);
    expect(button.y).toBeGreaterThan(y);
  }
  // What has the focus is not left below it.
  await page.getByLabel('Price per card').focus();
  expect(await isOnTop(page)).toBe(true);
  await onward.click();
  await page.getByText('Front of the card').first().waitFor();
  expect(await onward.textContent()).toBe('Proceed');
  expect(await onward.isDisabled()).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
});

longTest(
  'GLOB-06 on a phone the footer folds: its promise and the appearance are seen, its pages are one press away',
  async () => {
    const shop = await startShop({ working: false });
    const page = await visit(shop.url, { size: phone });
    await page.goto('/faq');
    const footer = page.getByRole('contentinfo');
    await footer.getByText('Gift cards from more than a thousand brands.').waitFor();
    await footer.getByRole('radio', { name: 'Dark' }).waitFor();
    expect(await footer.getByRole('heading').allTextContents()).toEqual([
      'Shop',
      'Account',
      'Help and legal',
    ]);
    expect((await boxOf(footer)).height).toBeLessThan(phone.height);
    const privacy = footer.getByRole('link', { name: 'Privacy Policy' });
    expect(await privacy.isVisible()).toBe(false);
    // Whoever reads the page without seeing it finds every one.
    expect(await footer.locator('a[href="/privacy-policy"]').count()).toBe(1);
    await footer.locator('summary', { hasText: 'Help and legal' }).focus();
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('FAQ');
    await privacy.click();
    await page.waitForURL('**/privacy-policy');
    await page.setViewportSize(tablet);
    await footer.getByRole('link', { name: 'Refund Policy' }).waitFor();
    expect(await footer.locator('summary').count()).toBe(0);
  },
);

longTest(
  'what stands around a page is no reason to lose it: where that does not come, the page is there and works',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeCard(shop);
    // React may say that the footer which the server drew is missing here.
    const page = await visit(shop.url, { size: phone, mayCrash: true });
    await page.route('**/assets/around-*.js', (route) => route.abort());
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.goto('/gift-cards');
    // It may be of an old release: it loads itself anew, once.
    await expect.poll(() => loads).toBe(2);
    await page.locator('#root:not([data-drawn])').waitFor();
    await page.getByRole('link', { name: /^Nimbus/ }).click();
    await page.waitForURL(`**/gift-cards/${brandId}`);
    await page.getByRole('button', { name: /^Buy for/ }).waitFor();
    expect(await page.getByRole('contentinfo').count()).toBe(0);
  },
);
