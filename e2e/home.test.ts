import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { seedFilm } from '../apps/server/src/seed/film.ts';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, phone } from './browser.ts';
import { sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

async function shopWithFilm() {
  const dataDir = await mkdtemp(join(tmpdir(), 'giftlane-film-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shop = await startShop({ working: false, env: { DATA_DIR: dataDir } });
  await seedFilm(shop.db, dataDir);
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
  await page.getByRole('button', { name: 'Pause the film' }).click();
  const stoppedAt = await seconds(page);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await expect.poll(() => seconds(page)).not.toBe(stoppedAt);
});

test('HOME-01 where nothing may move the film is a picture until it is asked for', async () => {
  const shop = await shopWithFilm();
  const page = await visit(shop.url, { reducedMotion: true, size: phone });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.waitForTimeout(800);
  expect(asked.filter((url) => url.endsWith('.webm'))).toEqual([]);
  expect(asked.filter((url) => url.endsWith('.webp'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0);
});

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

test('what a page’s head names is what the page asks for, and is fetched once, by visitors and members', async () => {
  const shop = await shopWithFilm();
  const { brandId } = await makeCard(shop);
  const anna = await makeMember(shop);
  for (const member of [{}, { token: anna.token }]) {
    const page = await visit(shop.url, { size: phone, reducedMotion: true, ...member });
    for (const address of ['/', '/gift-cards', `/gift-cards/${brandId}`]) {
      const { named, asked } = await earlyOf(page, address);
      expect(named.filter((url) => url.includes('/api/v1/'))).toHaveLength(2);
      expect(asked.toSorted(), address).toEqual(named.toSorted());
    }
  }
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

test('HOME-02, HOME-03, HOME-04 the home page tells how it works, what speaks for it and of the apps', async () => {
  const shop = await startShop({ working: false });
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
      'Hold the code',
    ]);
    const steps = page.locator('section', {
      has: page.getByRole('heading', { name: 'Made for people who count' }),
    });
    expect(await steps.getByRole('term').count()).toBe(4);
    const banner = page.locator('section', {
      has: page.getByRole('heading', { name: 'Mobile apps coming soon' }),
    });
    await banner.getByText('Your wallet and your codes on iOS and Android.').waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
  }
});
