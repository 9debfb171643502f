/** Words before script: what the first answer of a public page has, and how the browser takes it over. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, isLong, longTest, phone, sizes } from './browser.ts';
import { openFront } from './front.ts';
import { holdBack, makeBrand, openFooter, slowDown, withoutWords } from './journey.ts';

const { visit } = browserForFile();

const scripts = '**/assets/*.js';

async function shopWithBrands(): Promise<{ shop: TestShop; id: string }> {
  const shop = await startShop();
  for (const name of ['rates.fetch', 'rates.history'])
    await shop.chores.find((chore) => chore.name === name)?.run();
  const { id } = await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n }]);
  await makeBrand(shop, 'Larch', [{ valueMinor: 50_00n, codes: 2 }]);
  return { shop, id };
}

/**
 * Opens a page that comes with its words, and waits until its first answer is there. Under load the server has no time
 * to draw one, and sends it without.
 */
const openDrawn = (page: Page, address: string): Promise<void> =>
  expect
    .poll(async () => {
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator('#root').waitFor({ state: 'attached' });
      return page.locator('#root[data-drawn]').count();
    })
    .toBe(1);

/** What stands where on every page that comes with its words. */
const pagesOf = (id: string): [address: string, words: string[]][] => [
  ['/', ['A gift card for everyone on your list.', 'Kestrel', '$25', 'Get your code']],
  ['/gift-cards', ['2 brands', 'Kestrel', '$25', 'Larch', '$50']],
  [`/gift-cards/${id}`, ['Kestrel', '$25.00', 'Buy for $25.00', 'Larch']],
  ['/faq', ['What are reward points?']],
  ['/about-us', ['Codes are money.']],
  ['/tnc', ['What we sell']],
  ['/privacy-policy', ['Privacy Policy']],
  ['/refund-policy', ['Refund Policy']],
  ['/shipping-policy', ['Shipping Policy']],
  ['/all-currency', ['Exchange rates', 'USD to EUR', 'British pound']],
];

/** Follows what a page asks for and what moves in it. */
async function watch(page: Page): Promise<{ calls: string[]; moved: () => Promise<number> }> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  await page.addInitScript(`
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries())
        moved.push(value);
    }).observe({ type: 'layout-shift', buffered: true });`);
  return { calls, moved: () => page.evaluate('moved.reduce((sum, value) => sum + value, 0)') };
}

const takenOver = (page: Page) =>
  expect
    .poll(() => page.evaluate(`document.getElementById('root')?.dataset.drawn`), {
      timeout: 30_000,
    })
    .toBeUndefined();

test('without a script every public page has its words and prices', async () => {
  const { shop, id } = await shopWithBrands();
  const page = await visit(shop.url, { size: phone, scripts: false });
  for (const [address, words] of pagesOf(id)) {
    await page.goto(address);
    for (const word of words)
      expect(await page.locator('#root').innerText(), address).toContain(word);
    expect(await page.getByText('Loading').isVisible(), address).toBe(false);
  }
});

test('without a script the home page leads to searches and categories, and the list to its further pages', async () => {
  const { shop } = await shopWithBrands();
  for (let n = 10; n < 35; n += 1) await makeBrand(shop, `Nimbus ${n}`, [{ valueMinor: 10_00n }]);
  const page = await visit(shop.url, { size: phone, scripts: false });
  await page.goto('/');
  await page.getByRole('searchbox').fill('kestrel');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 brand in USD').waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: 'Gaming' }).click();
  await page.getByText('27 brands in USD').waitFor();
  const seen = new Set(await page.locator('main li a').allInnerTexts());
  expect(await page.getByRole('button', { name: 'Show more' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Show more' }).click();
  await page.waitForURL('**/gift-cards?tab=gaming&page=2');
  for (const words of await page.locator('main li a').allInnerTexts()) seen.add(words);
  expect(seen.size).toBe(27);
  expect(await page.getByText('Loading').isVisible()).toBe(false);
  // With a script the list begins with its first page.
  const reader = await visit(shop.url, { size: phone });
  await reader.goto('/gift-cards?tab=gaming&page=2');
  await expect.poll(() => reader.locator('main li a').count()).toBeGreaterThan(3);
});

for (const size of sizes) {
  test(`a page is taken over without a jump, a complaint or another request, ${size.width} px`, async () => {
    const { shop, id } = await shopWithBrands();
    const page = await visit(shop.url, { size });
    const { calls, moved } = await watch(page);
    for (const [address, words] of pagesOf(id)) {
      // These are made as the one before them.
      if (!isLong && /privacy|refund|shipping/.test(address)) continue;
      const letGo = await holdBack(page, scripts);
      await openDrawn(page, address);
      // A page that came without words before has asked for them.
      calls.length = 0;
      await page
        .locator('#root')
        .getByText(words[0] ?? '')
        .filter({ visible: true })
        .first()
        .waitFor();
      const heading = await page.locator('h1').elementHandle();
      // Letters that come late are no matter of taking over.
      await page.evaluate('document.fonts.ready.then(() => void (window.moved.length = 0))');
      letGo();
      await takenOver(page);
      // It is the very element that stood there.
      expect(await heading?.evaluate((element) => element.isConnected), address).toBe(true);
      await page.waitForLoadState('networkidle');
      // Beside the list of a small shop, fewer names of brands come than there was room for.
      expect(await moved(), address).toBeLessThan(0.001);
      // The filters beside the list are another matter.
      expect(
        calls.filter((call) => !call.includes('/brands/')),
        address,
      ).toEqual([]);
      await page.unroute(scripts);
    }
  });
}

longTest(
  'what is pressed and entered before the shop can act on it is done when it can',
  async () => {
    const { shop, id } = await shopWithBrands();
    const page = await visit(shop.url, { size: phone });
    if (isLong) await slowDown(page);
    let letGo = await holdBack(page, scripts);
    await page.goto('/gift-cards', { waitUntil: 'commit' });
    await page.getByRole('searchbox').fill('lar');
    letGo();
    await page.waitForURL('**/gift-cards?search=lar');
    await page.getByText('1 brand in USD', { exact: true }).waitFor();
    await page.unroute(scripts);
    letGo = await holdBack(page, scripts);
    await page.goto(`/gift-cards/${id}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'One more' }).first().click({ clickCount: 2 });
    letGo();
    await page.getByRole('button', { name: 'Add 3 to cart' }).waitFor();
    await page.unroute(scripts);
    letGo = await holdBack(page, scripts);
    await page.goto(`/gift-cards/${id}`, { waitUntil: 'commit' });
    await page.getByLabel('Currency').selectOption('eur');
    letGo();
    await expect.poll(() => page.evaluate('localStorage["giftlane.currency"]')).toBe('eur');
  },
);

longTest('so it is in a part of the page whose code comes later than the rest', async () => {
  const { shop } = await shopWithBrands();
  const page = await visit(shop.url, { size: phone, colorScheme: 'dark' });
  const later = '**/assets/{story,around}-*.js';
  const letGo = await holdBack(page, later);
  await openDrawn(page, '/');
  await takenOver(page);
  const form = page.getByRole('region', { name: 'Newsletter updates' });
  await form.getByLabel('Email').fill('vera@');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Light' }).press('Space');
  letGo();
  await form.getByText('Please enter valid email').waitFor();
  expect(await form.getByLabel('Email').inputValue()).toBe('vera@');
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('light');
});

longTest(
  'a page that was scrolled before it is taken over stays where it was, also in a browser that keeps nothing',
  async () => {
    const { shop } = await shopWithBrands();
    const closed = `Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('closed', 'SecurityError'); },
  })`;
    for (const storage of ['', closed]) {
      const page = await visit(shop.url, { size: phone });
      await page.addInitScript(storage);
      const letGo = await holdBack(page, scripts);
      await openDrawn(page, '/');
      const heading = page.getByRole('heading', { name: 'How it works' });
      await heading.waitFor();
      const first = await heading.elementHandle();
      await page.evaluate('scrollTo(0, 600)');
      letGo();
      await takenOver(page);
      expect(await page.evaluate('scrollY')).toBe(600);
      expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
    }
  },
);

longTest(
  'who goes back before the page is taken over comes to the page before, and is told of no fault',
  async () => {
    const { shop } = await shopWithBrands();
    const page = await visit(shop.url);
    await page.goto('/gift-cards');
    await takenOver(page);
    await page.getByRole('main').getByRole('link', { name: 'Kestrel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
    const letGo = await holdBack(page, scripts);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root[data-drawn]').getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate('history.back()');
    await page.waitForURL('**/gift-cards', { waitUntil: 'commit' });
    letGo();
    await page.getByText('2 brands').first().waitFor();
    await page.unroute(scripts);
    // The page before may differ by its query alone.
    await page.goto('/all-currency?from=gbp&to=usd');
    const footer = await openFooter(page);
    await footer.getByRole('link', { name: 'Exchange rates' }).click();
    await page.waitForURL('**/all-currency');
    const late = await holdBack(page, scripts);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('#root[data-drawn]').getByText('USD to EUR').first().waitFor();
    await page.evaluate('history.back()');
    await page.waitForURL('**/all-currency?*', { waitUntil: 'commit' });
    late();
    await page.getByText('GBP to USD').first().waitFor();
  },
);

test('a member and whoever reads prices in another currency see theirs, never a visitor’s', async () => {
  const { shop, id } = await shopWithBrands();
  await makeBrand(shop, 'Rowan', [{ valueMinor: 30_00n, currency: 'eur' }]);
  const anna = await makeMember(shop, { walletMinor: 12_34n });
  for (const [person, currency] of [
    [{ token: anna.token }, 'usd'],
    [{}, 'eur'],
  ] as const) {
    const page = await visit(shop.url, { size: desktop, ...person });
    await page.addInitScript((it) => localStorage.setItem('giftlane.currency', it), currency);
    const letGo = await holdBack(page, scripts);
    await openDrawn(page, '/gift-cards');
    await page.getByRole('status').getByText('Loading').waitFor();
    expect(await page.locator('#root').isVisible()).toBe(false);
    letGo();
    const theirs = currency === 'eur' ? 'Rowan' : 'Kestrel';
    await page.getByRole('main').getByText(theirs, { exact: true }).first().waitFor();
    const others = currency === 'eur' ? 'Kestrel' : 'Rowan';
    expect(await page.getByRole('main').getByText(others, { exact: true }).count()).toBe(0);
    if (currency === 'usd') await page.getByRole('button', { name: 'Account' }).waitFor();
    await page.unroute(scripts);
    await page.goto(`/gift-cards/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
  }
});

test('scripts that a browser has kept wait for the words of a page that comes slowly', async () => {
  const { shop, id } = await shopWithBrands();
  const anna = await makeMember(shop);
  const front = await openFront();
  onTestFinished(() => front.close());
  front.target = shop.url;
  for (const person of [{}, { token: anna.token }]) {
    const page = await visit(`http://127.0.0.1:${front.port}`, { size: phone, ...person });
    front.stopBefore = undefined;
    await page.goto('/gift-cards');
    await takenOver(page);
    // Before all words, within them, and before what stands in their place for whoever is signed in.
    for (const place of ['<div id="root"', '</main>', '<div id="start-up"']) {
      front.stopBefore = place;
      await page.goto(`/gift-cards/${id}`);
      await takenOver(page);
      await page.getByRole('heading', { level: 1, name: 'Kestrel' }).waitFor();
    }
  }
});

longTest('another price is in the page at once', async () => {
  const { shop, id } = await shopWithBrands();
  const page = await visit(shop.url, { scripts: false });
  await page.goto(`/gift-cards/${id}`);
  await page.getByText('Buy for $25.00').waitFor();
  await shop.db.run(sql`update cards set price_minor = 2400 where brand_id = ${id}`);
  await shop.catalog.refresh();
  await page.goto(`/gift-cards/${id}`);
  await page.getByText('Buy for $24.00').waitFor();
});

longTest('an address with a query, and a section of a page, come as they always did', async () => {
  const { shop } = await shopWithBrands();
  const page = await visit(shop.url, { size: phone });
  for (const address of [withoutWords('/faq'), '/faq#what-are-reward-points']) {
    const letGo = await holdBack(page, scripts);
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('status').getByText('Loading').waitFor();
    letGo();
    await page.getByRole('heading', { name: 'What are reward points?' }).waitFor();
    await page.unroute(scripts);
  }
});
