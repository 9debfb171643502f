import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { text } from '@giftlane/texts/text.ts';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { seedFilm } from '../apps/server/src/seed/film.ts';
import { makeCard, makeMember, orderBody } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, desktop, isLong, longTest, phone } from './browser.ts';
import { boxOf, makeBrand, quantities, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

async function shopWithFilm() {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-film-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({ working: false, env: { DATA_DIR: dataDir } });
  await seedFilm(shop.db, shop.files.open);
  return shop;
}

/** Whether the film has moved on since it was loaded. */
const seconds = (page: Page) =>
  page.evaluate<number>(`document.querySelector('video').currentTime`);

test('HOME-01 the film the options name plays silently by itself and can be stopped', async () => {
  const shop = await shopWithFilm();
  const page = await visit(shop.url);
  await page.goto('/');
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.2);
  const how = `[document.querySelector('video').muted, document.querySelector('video').loop]`;
  expect(await page.evaluate<boolean[]>(how)).toEqual([true, true]);
  await page.getByRole('button', { name: 'Pause video' }).click();
  const stoppedAt = await seconds(page);
  await page.getByRole('button', { name: 'Play video' }).click();
  await expect.poll(() => seconds(page)).not.toBe(stoppedAt);
});

longTest('HOME-01 where nothing may move the film is a picture until it is asked for', async () => {
  const shop = await shopWithFilm();
  const page = await visit(shop.url, { reducedMotion: true, size: phone });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const pictures = () => asked.filter((url) => url.endsWith('.webp'));
  await page.clock.install();
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect.poll(pictures).toHaveLength(1);
  await page.clock.fastForward(5_000);
  // The film would be asked for before this.
  await page.evaluate(`fetch('/favicon.svg').then((answer) => answer.text())`);
  expect(asked.filter((url) => url.endsWith('.webm'))).toEqual([]);
  expect(pictures()).toHaveLength(1);
  await page.getByRole('button', { name: 'Play video' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0);
});

longTest(
  'HOME-05 where nothing may move nothing does: counters stand at once, no animation runs',
  async () => {
    const shop = await shopWithFilm();
    await makeCard(shop, { codes: 7 });
    const page = await visit(shop.url, { reducedMotion: true, size: phone });
    // Every frame in which something is under way, from the first on.
    await page.addInitScript(`
    window.moved = [];
    (function look() {
      for (const one of document.getAnimations?.() ?? [])
        if (one.playState === 'running' && one.effect.getComputedTiming().activeDuration > 50)
          window.moved.push(one.effect.target.outerHTML.slice(0, 200));
      const counter = document.querySelector('main dl dd [aria-hidden]')?.textContent;
      if (counter) window.counted = [...(window.counted ?? []), counter];
      requestAnimationFrame(look);
    })();`);
    await page.goto('/');
    const figures = page.locator('dl', { hasText: 'Available Coupons' });
    await figures.scrollIntoViewIfNeeded();
    await figures.getByText('7').first().waitFor();
    await page.getByRole('button', { name: 'Subscribe' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate('window.moved')).toEqual([]);
    const counted = await page.evaluate<string[]>('[...new Set(window.counted)]');
    expect(counted.filter((text) => !['–', '0', '7'].includes(text))).toEqual([]);
  },
);

test('what a page needs before it works is at most 130 kB of packed script', () => {
  const dist = new URL('../apps/shop/dist/', import.meta.url);
  const page = readFileSync(new URL('index.html', dist), 'utf8');
  const scripts = [...new Set(page.match(/assets\/[\w.-]+\.js/g))];
  const packed = scripts.map((path) => gzipSync(readFileSync(new URL(path, dist))).length);
  expect(scripts.length).toBeGreaterThan(1);
  expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(130_000);
});

/** What a page's own head names to be fetched, and what was asked for of that kind. */
async function earlyOf(page: Page, address: string) {
  const all: string[] = [];
  page.on('request', (request) => all.push(request.url()));
  await page.goto(address, { waitUntil: 'networkidle' });
  page.removeAllListeners('request');
  const named = await page.evaluate<string[]>(
    `[...document.querySelectorAll('link[rel=preload]')].map(({ href }) => href)`,
  );
  // Related brands are asked for later, by their category.
  const questions = /\/api\/v1\/(?:options|giftcards(?!.*sCategory))/;
  return { named, asked: all.filter((url) => named.includes(url) || questions.test(url)) };
}

longTest(
  'what a page’s head names is what the page asks for, and is fetched once, by visitors and members, in their currency',
  async () => {
    const shop = await shopWithFilm();
    // Where there are no cards in a currency the others are asked for.
    const { id: brandId } = await makeBrand(shop, 'Kestrel', [
      { valueMinor: 10_00n },
      { valueMinor: 10_00n, currency: 'eur' },
    ]);
    const anna = await makeMember(shop);
    const all = [{}, { token: anna.token }, { currency: 'eur' }, { currency: 'no currency' }];
    const people = isLong ? all : all.slice(0, 3);
    for (const [index, { currency, ...person }] of people.entries()) {
      const page = await visit(shop.url, { size: phone, reducedMotion: true, ...person });
      // Each from a network of their own, as a visitor counts once a day.
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${index + 1}` });
      if (currency)
        await page.addInitScript((it) => localStorage.setItem('giftlane.currency', it), currency);
      for (const address of ['/', '/gift-cards', `/gift-cards/${brandId}`]) {
        const { named, asked } = await earlyOf(page, address);
        const replies = named.filter((url) => url.includes('/api/v1/'));
        // The page carries what is the same for most; another currency's prices are asked for.
        expect(replies).toHaveLength(currency === 'eur' ? 1 : 0);
        expect(replies.filter((url) => !url.includes('currency=eur'))).toEqual([]);
        expect(asked.toSorted(), address).toEqual(named.toSorted());
      }
    }
    // Whoever looks at a brand is one view of it.
    await shop.catalog.refresh();
    const { views } = await shop.db.one(
      sql<{ views: bigint }>`select views from brand_views where brand_id = ${brandId}`,
    );
    expect(views).toBe(BigInt(people.length));
  },
);

longTest(
  'light, dark or the system’s: the choice is kept, and in force before anything is drawn',
  async () => {
    const shop = await startShop({ working: false });
    const page = await visit(shop.url, { colorScheme: 'dark' });
    // What the page is told when its body begins, long before any module runs.
    await page.addInitScript(`new MutationObserver(() => {
    if (document.body) window.atFirst ??= document.documentElement.dataset.theme ?? 'system';
  }).observe(document, { childList: true, subtree: true })`);
    const ground = () =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    // By key: what still arrives above moves the footer away from under a pointer.
    const choose = (name: string) => footer.getByRole('radio', { name }).press('Space');
    expect(await footer.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    const dark = await ground();
    // A choice made before the page's script is there is done when it comes.
    await choose('Light');
    await expect.poll(ground).not.toBe(dark);
    const light = await ground();
    for (const [name, word, colour, system] of [
      ['Dark', 'dark', dark, 'light'],
      ['Light', 'light', light, 'dark'],
      ['System', 'system', dark, 'dark'],
    ] as const) {
      await choose(name);
      await page.emulateMedia({ colorScheme: system });
      await expect.poll(ground).toBe(colour);
      await page.reload();
      expect(await page.evaluate('window.atFirst')).toBe(word);
      expect(await ground()).toBe(colour);
      await expect.poll(() => footer.getByRole('radio', { name }).isChecked()).toBe(true);
    }
  },
);

test('the shop can be put on a home screen: the manifest and the icons it names are there, in their sizes', async () => {
  const shop = await startShop({ working: false });
  const get = async (path: string) => {
    const reply = await fetch(shop.url + path);
    return {
      type: reply.headers.get('content-type'),
      bytes: Buffer.from(await reply.arrayBuffer()),
    };
  };
  const page = (await get('/')).bytes.toString();
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">');
  const { type, bytes } = await get('/manifest.webmanifest');
  expect(type).toContain('application/manifest+json');
  const { icons, ...manifest } = JSON.parse(bytes.toString());
  expect(manifest).toMatchObject({ short_name: 'Giftlane', start_url: '/', display: 'standalone' });
  const named = icons.map(({ src, sizes, purpose }: Record<string, string>) => [
    src,
    sizes,
    purpose,
  ]);
  expect(named.map(([, sizes, purpose]: string[]) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  for (const [src, sizes] of [...named, ['/apple-touch-icon.png', '180x180']]) {
    const icon = await get(src);
    expect([src, icon.type]).toEqual([src, 'image/png']);
    expect(`${icon.bytes.readUInt32BE(16)}x${icon.bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const { type: drawn } = await get('/favicon.svg');
  expect(drawn).toContain('image/svg+xml');
});

test('pages without a form do not fetch the schema library', () => {
  const dist = new URL('../apps/shop/dist/', import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, dist), 'utf8');
  const modules: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    read('.vite/manifest.json'),
  );
  const fetched = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of modules[name]?.imports ?? []) fetched(next, found);
    return found;
  };
  const hasSchemas = (page: string) =>
    [...fetched(`src/routes/${page}.tsx`)].some((name) =>
      read(modules[name]?.file ?? '').includes('ZodError'),
    );
  expect(hasSchemas('login')).toBe(true);
  const pages = ['home', 'gift-cards', 'gift-card', 'sell-cards', 'sell-cards-select', 'cart'];
  expect([...pages, 'checkout', 'orders', 'profile'].filter(hasSchemas)).toEqual([]);
});

test('HOME-05 figures of a young shop are small; a phone has one button beside the search; best sellers come first for a member', async () => {
  const shop = await startShop();
  await makeBrand(shop, 'Kestrel', [{ valueMinor: 10_00n, codes: 3 }]);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto('/');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: text('home.hero.browse') }).waitFor();
  expect(await main.getByRole('link', { name: text('home.hero.join') }).isVisible()).toBe(false);
  await main.getByText(text('home.counter.customers')).scrollIntoViewIfNeeded();
  const sizeOf = (label: string) =>
    main
      .locator('dl > div', { hasText: label })
      .locator('dd')
      .evaluate((dd) => dd.ownerDocument.defaultView?.getComputedStyle(dd).fontSize);
  await expect.poll(() => sizeOf(text('home.counter.customers'))).toBe('15px');
  expect(await sizeOf(text('home.counter.coupons'))).toBe('21px');
  const hers = await visit(shop.url, { token: anna.token, size: phone });
  await hers.goto('/');
  const hero = hers.getByRole('heading', { level: 1 });
  await hers
    .getByRole('link', { name: /Kestrel/ })
    .first()
    .waitFor();
  const best = hers.getByRole('heading', { name: text('home.best.title') });
  await expect.poll(async () => (await boxOf(best)).y - (await boxOf(hero)).y).toBeLessThan(450);
});

test('HOME-02, HOME-03, HOME-04 the home page tells how it works, what speaks for it and of the apps', async () => {
  const shop = await startShop({ working: false });
  await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n, currency: 'eur' }]);
  const page = await visit(shop.url);
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await page.goto('/');
    const how = page.locator('section', {
      has: page.getByRole('heading', { name: 'How it works' }),
    });
    await how.waitFor();
    expect(await how.getByRole('listitem').getByRole('heading').allTextContents()).toEqual([
      'Choose a card',
      'Pay your way',
      'Get your code',
    ]);
    const steps = page.locator('section', {
      has: page.getByRole('heading', { name: 'Why Giftlane' }),
    });
    expect(await steps.getByRole('term').count()).toBe(4);
    const banner = page.locator('section', {
      has: page.getByRole('heading', { name: 'Mobile apps coming soon' }),
    });
    await banner.getByText('Your wallet and codes on iOS and Android.').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
  }
  // Nothing is sold in this currency: the next step is another one.
  const best = page.locator('section', {
    has: page.getByRole('heading', { name: 'Best sellers' }),
  });
  await best.getByText('No giftcard available').waitFor();
  await best.getByLabel('Currency').selectOption('eur');
  await best.getByRole('link', { name: /^Kestrel/ }).waitFor();
});

longTest(
  'the home page leads into the catalogue by a word or a category, and shows a member their wallet and last order',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/');
    const face = page.getByRole('region', { name: 'Your shop' });
    await face.getByText('$90.00').waitFor();
    await face.getByText('Nimbus', { exact: true }).waitFor();
    await face.getByRole('button', { name: 'Buy again' }).click();
    await page.getByText("Added to your cart at today's prices").first().waitFor();
    expect(await quantities(shop, anna.token)).toEqual([1]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await face.getByRole('link', { name: 'See codes' }).click();
    await page.waitForURL(`**/account/orders/${body.sOrderId}`);

    await page.goto('/');
    const search = page.getByRole('search');
    await search.getByRole('searchbox').fill('nim bus');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/gift-cards?search=nim%20bus');
    expect(await page.getByRole('searchbox').inputValue()).toBe('nim bus');
    await page.goBack();
    const doors = page.getByRole('navigation', { name: 'Categories' });
    await doors.getByRole('link', { name: 'Prepaid Card' }).click();
    await page.getByRole('tab', { name: 'Prepaid Card', selected: true }).waitFor();

    const guest = await visit(shop.url);
    await guest.goto('/');
    await guest.getByRole('heading', { name: 'Best sellers' }).waitFor();
    expect(await guest.getByRole('region', { name: 'Your shop' }).count()).toBe(0);
  },
);

longTest('HOME-05, HOME-06 beside the counters stands what anybody can check', async () => {
  const shop = await startShop({ working: false });
  const anna = await makeMember(shop, { walletMinor: 500_00n });
  const card = await makeCard(shop, { codes: 30 });
  for (let bought = 0; bought < 20; bought += 1) {
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  }
  await shop.db.run(sql`update orders set delivered_at = created_at + interval '3 seconds'`);
  const page = await visit(shop.url, { size: phone, reducedMotion: true });
  await page.goto('/');
  const figures = page.getByRole('region', { name: 'Giftlane right now' }).locator('dl > div');
  await figures.last().scrollIntoViewIfNeeded();
  // A counter is there twice, for the eye and for the ear.
  const told = async () =>
    (await figures.allTextContents()).map((words) => words.replace(/(\d+)\1$/, '$1'));
  await expect
    .poll(told)
    .toEqual([
      'Available Coupons10',
      'Happy Customers1',
      'Orders in 24 Hours20',
      'Brands available now1',
      'Typical time from payment to code3 seconds',
    ]);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
});
