/** What is there before the shop is: the loading indicator of the page itself, and start-up until it ends. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, sizes } from './browser.ts';
import { makeBrand } from './journey.ts';

const { visit } = browserForFile();

/** Keeps every script back until it is told to let go. */
async function holdScripts(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  return release.resolve;
}

test('SESS-01 the loading indicator is there before any script has come, and the name stays where it was', async () => {
  const shop = await startShop({ working: false });
  for (const size of sizes) {
    const page = await visit(shop.url, { size });
    const accept = page.getByRole('button', { name: 'Accept' });
    const openSlowly = async (whileLoading: () => Promise<void>) => {
      const letGo = await holdScripts(page);
      await page.goto('/contact-us', { waitUntil: 'commit' });
      await page.getByRole('status').getByText('Loading').waitFor();
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      // Nothing is drawn before the styles have come, but where it would be can be asked.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => drawn()))');
      await whileLoading();
      const name = page.getByRole('link', { name: 'Giftlane' }).first();
      const first = [await accept.isVisible(), await name.boundingBox()];
      letGo();
      await page.getByRole('heading', { name: 'Contact Us', level: 1 }).waitFor();
      expect(await page.getByRole('status').getByText('Loading').count()).toBe(0);
      expect([await accept.isVisible(), await name.boundingBox()]).toEqual(first);
      await page.unrouteAll();
    };
    await openSlowly(async () => expect(await accept.isVisible()).toBe(true));
    await openSlowly(() => accept.click());
    await openSlowly(async () => expect(await accept.isVisible()).toBe(false));
  }
});

test('GLOB-08 with cookies disabled nothing renders', async () => {
  const shop = await startShop();
  const page = await visit(shop.url);
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })`,
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // A server that has no time for it sends the page without words.
  const drawn = () => fetch(shop.url).then((reply) => reply.text());
  await expect.poll(drawn).toContain('Best sellers');
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('#root').getByText('Best sellers').waitFor({ state: 'attached' });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => drawn()))');
  expect(await page.evaluate('document.body.innerText.trim()')).toBe('');
  letGo();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('#root').innerHTML()).toBe('');
  expect(await page.evaluate('document.body.innerText.trim()')).toBe('');
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('SESS-01, SESS-02, SESS-03, SESS-04, SESS-05, SESS-06, CONST-08 start-up waits for the profile, survives its failure, and asks a visitor for nothing but the options', async () => {
  const shop = await startShop();
  await shop.db.run(sql`update site_options set value = '/media/store' where name = 'media_url'`);
  const coins = [{ valueMinor: 20_00n }];
  await makeBrand(shop, 'Kestrel', coins, { banner: 'brands/kestrel.svg' });
  // Where pictures are is an option, which everybody has to know.
  const drawPictures = (of: Page) =>
    of.route('**/media/store/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      }),
    );
  const picture = (of: Page) =>
    of.locator('main img[src="/media/store/brands/kestrel.svg"]').first();
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  const profile = '**/api/v1/myprofile';
  const release = Promise.withResolvers<void>();
  await page.route(profile, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/account/profile');
  await page.getByRole('status').getByText('Loading').waitFor();
  expect(await page.getByRole('heading').count()).toBe(0);
  release.resolve();
  await page.getByRole('heading', { name: 'About you' }).waitFor();
  await page.unrouteAll();

  await page.route(profile, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unrouteAll();
  await drawPictures(page);
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).waitFor();
  await picture(page).waitFor();

  const guest = await visit(shop.url);
  await drawPictures(guest);
  const asked: string[] = [];
  guest.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await guest.goto('/');
  await guest.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await picture(guest).waitFor();
  expect(asked).not.toContain('/api/v1/myprofile');
});

longTest(
  'SESS-05, ERR-04 start-up does not wait for ever: a guest meanwhile, a member once the server answers, or a guest for good',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    for (const token of [anna.token, 'a-token-of-long-ago']) {
      const page = await visit(shop.url, { token });
      await page.clock.install();
      const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route('**/api/v1/myprofile', async (route) => {
        asked.resolve();
        await release.promise;
        await route.continue();
      });
      await page.goto('/faq');
      await page.getByRole('status').getByText('Loading').waitFor();
      await asked.promise;
      // The clock goes on by itself as well: half of the time is for a slow machine.
      await page.clock.runFor(4_000);
      expect(await page.getByRole('heading').count()).toBe(0);
      await page.clock.runFor(4_000);
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      release.resolve();
      if (token === anna.token) await page.getByRole('button', { name: 'Account' }).waitFor();
      else await expect.poll(() => page.evaluate('localStorage["giftlane.token"]')).toBeUndefined();
      // Who was seen as a guest stays where they are, and is told nothing.
      expect(new URL(page.url()).pathname).toBe('/faq');
      expect(await page.getByText('Please sign in.').count()).toBe(0);
    }
  },
);
