/** The open pages of selling, as visitors and members see them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { seedFilm } from '../apps/server/src/seed/film.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { endlessMoves, makeBrand, makeManyBrands, sidewaysScroll, signIn } from './journey.ts';

const { visit } = browserForFile();

async function shopWithFilm() {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-sell-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({ working: false, env: { DATA_DIR: dataDir } });
  await seedFilm(shop.db, shop.files.open);
  return shop;
}

async function buyAllCards(shop: TestShop, feesBp = 1200) {
  await shop.db.run(sql`update cards set sellable = true, exchange_fees_bp = ${feesBp}::int`);
  await shop.catalog.refresh();
}

/** Brands of two categories; of Larch nothing is bought. */
async function makeShelf(shop: TestShop) {
  const kestrel = await makeBrand(shop, 'Kestrel', [
    { valueMinor: 25_00n },
    { valueMinor: 10_00n },
  ]);
  await makeBrand(shop, 'Cedar', [{ valueMinor: 40_00n }], { category: 'Shopping' });
  await makeBrand(shop, 'Pound', [{ valueMinor: 30_00n, currency: 'gbp' }]);
  await buyAllCards(shop);
  await makeBrand(shop, 'Larch', [{ valueMinor: 15_00n }]);
  return kestrel;
}

const tiles = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const titles = (page: Page) =>
  tiles(page).locator('a > span:nth-last-of-type(2)').allTextContents();

for (const size of sizes) {
  test(`ROUTE-16, SELL-01, SELL-02, SELL-03 the page about selling, ${size.width} px`, async () => {
    const shop = await shopWithFilm();
    const page = await visit(shop.url, { size });
    await page.goto('/');
    if (size === phone) await page.getByRole('button', { name: 'Menu' }).click();
    const links = page.locator('a[href="/"], a[href="/gift-cards"], a[href="/sell-cards"]');
    await page.getByRole('link', { name: 'Sell Gift Cards' }).first().click();
    await page.waitForURL('**/sell-cards');
    expect(await links.count()).toBeGreaterThan(0);
    await page.getByRole('heading', { level: 1, name: 'Sell Gift Cards' }).waitFor();
    expect(await page.title()).toBe('Sell Gift Cards · Giftlane');
    await expect
      .poll(() => page.evaluate<number>(`document.querySelector('video').currentTime`))
      .toBeGreaterThan(0.2);
    for (const section of ['Sell Unwanted Gift cards', 'Upload Details', 'Fast Payment'])
      await page.getByRole('heading', { level: 2, name: section, exact: true }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.waitForURL('**/sell-cards-select');
  });
}

longTest('SELL-01 an owner may show another film there than at home', async () => {
  const shop = await shopWithFilm();
  await shop.db.run(sql`
    update site_options set value = (select value from site_options where name = 'banner_video')
      || '?sell' where name = 'sell_video'`);
  await shop.db.run(sql`update site_options set value = '' where name = 'banner_video'`);
  const page = await visit(shop.url, { reducedMotion: true });
  await page.goto('/sell-cards');
  await expect.poll(() => page.locator('video').getAttribute('src')).toMatch(/\?sell$/);
});

longTest('GLOB-01 the header links home, buying, selling, about and contact', async () => {
  const shop = await startShop({ working: false });
  const page = await visit(shop.url);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link').first().waitFor();
  expect(await nav.getByRole('link').allTextContents()).toEqual([
    'Home',
    'Gift Cards',
    'Sell Gift Cards',
    'About Us',
    'Contact Us',
  ]);
  // A page of the sale is at the place it was begun from.
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
  await page.goto('/sell-cards-select');
  const marks = async () =>
    await here.evaluateAll((links) =>
      links.map((link) => [link.textContent, link.getAttribute('aria-current')]),
    );
  await expect.poll(marks).toEqual([['Sell Gift Cards', 'true']]);
});

test('ROUTE-17, SELL-04, SELL-05, SELL-09 cards by category, word and currency', async () => {
  const shop = await startShop({ working: false });
  await makeShelf(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/sell-cards-select');
  await tiles(page).first().waitFor();
  expect(await titles(page)).toEqual(['Cedar', 'Kestrel']);
  await page.getByRole('link', { name: /Kestrel.*From \$10.*12% fee/ }).waitFor();
  await page.getByRole('tab', { name: 'Shopping' }).click();
  await page.getByText('1 brand', { exact: true }).waitFor();
  expect(await titles(page)).toEqual(['Cedar']);
  expect(new URL(page.url()).search).toBe('?tab=shopping');
  await page.getByRole('searchbox').fill('kes');
  await page.getByText('No Card Available for Sell').waitFor();
  await page.getByRole('button', { name: 'Show all cards' }).click();
  await page.getByText('2 brands').waitFor();
  await page.getByLabel('Currency').selectOption('gbp');
  await page.getByRole('link', { name: /Pound.*From £30/ }).waitFor();
  expect(await titles(page)).toEqual(['Pound']);
  // The choice is the whole shop's.
  await page.goto('/gift-cards/brand_nowhere');
  expect(await page.evaluate<string>(`localStorage.getItem('giftlane.currency')`)).toBe('gbp');
  expect(await sidewaysScroll(page)).toBe(0);
});

test('SELL-07, ROUTE-50 a visitor who picks a card signs in, is back where they were, and the card is still chosen', async () => {
  const shop = await startShop({ working: false });
  const kestrel = await makeShelf(shop);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/sell-cards-select?tab=gaming');
  await page.getByRole('link', { name: /Kestrel/ }).click();
  await page.waitForURL('**/auth/login');
  await signIn(page, anna.email);
  await page.waitForURL(`**/sell-cards-select?tab=gaming&brand=${kestrel.id}`);
  await page.getByText('Continue selling your Kestrel card.').waitFor();
  expect(await page.getByRole('tab', { name: 'Gaming' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('link', { name: 'Sell Kestrel' }).click();
  await page.waitForURL(`**/sell-cards/${kestrel.id}`);
});

test('SELL-08 nothing to sell, an answer on its way and one that does not come', async () => {
  const shop = await startShop({ working: false });
  const page = await visit(shop.url, { size: phone });
  await page.goto('/sell-cards-select');
  await page.getByText('No Card Available for Sell').waitFor();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/v1/sellcards*', async (route) => {
    await release.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.reload();
  await page.getByText('Loading the cards we buy').waitFor();
  expect(await endlessMoves(page.getByRole('tabpanel'))).toBe(1);
  release.resolve();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unrouteAll();
  await again.click();
  await page.getByText('No Card Available for Sell').waitFor();
});

longTest(
  'SELL-05 thousands of brands come page by page, only those near the window are drawn, and Back finds the place',
  async () => {
    const shop = await startShop({ working: false });
    await makeManyBrands(shop, 3_000);
    await buyAllCards(shop);
    const page = await visit(shop.url);
    await page.goto('/sell-cards-select');
    await page.getByText('3000 brands').waitFor();
    await tiles(page).first().waitFor();
    const nodes = () => page.evaluate<number>(`document.querySelectorAll('*').length`);
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    // A first page, and the footer in reach.
    await page.getByText('24 of 3000 shown').waitFor();
    expect(await height()).toBeLessThan(4_000);
    // To the end: one page more, not all there are.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('48 of 3000 shown').waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText('72 of 3000 shown').waitFor();
    // Found by its name all the same.
    await page.getByRole('searchbox').fill('Brand 2345');
    await page.getByRole('link', { name: /Brand 2345/ }).waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText('24 of 3000 shown').waitFor();
    for (const shown of [48, 72, 96, 120, 144, 168, 192, 216, 240]) {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await page.getByText(`${shown} of 3000 shown`).waitFor();
    }
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('264 of 3000 shown').waitFor();
    await page.evaluate('scrollTo(0, 12000)');
    const tile = page.getByRole('link', { name: /Brand 01\d\d/ }).first();
    await tile.waitFor();
    expect(await nodes()).toBeLessThan(1_500);
    const place = await page.evaluate<number>('scrollY');
    // Pressed from within: a pointer would first scroll to what it presses.
    await page.evaluate(`document.querySelector('a[href="/about-us"]').click()`);
    await page.waitForURL('**/about-us');
    await page.goBack();
    await tile.waitFor();
    await page.getByText('264 of 3000 shown').waitFor();
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(place);
  },
);
