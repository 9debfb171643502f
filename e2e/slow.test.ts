/** A phone far from the mast: 400 ms there and back, 1.5 Mbit/s, from the first byte on. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, isLong, longTest, phone } from './browser.ts';
import {
  atPayPal,
  fillSignUp,
  holdBack,
  linkInMail,
  makeBrand,
  openFooter,
  slowDown,
} from './journey.ts';

const { visit } = browserForFile();

/** What a busy machine of two cores took, 1.4 to 2.7 s, three times over. */
const boundMs = 8_000;

/** How long it takes at best: whatever else the machine does only adds. */
async function atBest(measure: (time: number) => Promise<number>): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3 && bestMs >= boundMs; time++)
    bestMs = Math.min(bestMs, await measure(time));
  return bestMs;
}

/** Opens an address and answers when what people came for was there, in ms. */
async function opened(page: Page, address: string, ...wanted: Locator[]): Promise<number> {
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  for (const one of wanted) await one.waitFor({ timeout: 5 * boundMs });
  return performance.now() - began;
}

longTest(
  'a slow link: home, list and a brand’s page are there on the first visit ever, with what is for sale',
  async () => {
    const shop = await startShop();
    const { id } = await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n }]);
    for (const [address, heading, first] of [
      ['/', /A gift card for everyone/, /^Kestrel/],
      ['/gift-cards', 'Gift Cards', /^Kestrel/],
      [`/gift-cards/${id}`, 'Kestrel', 'Add to cart'],
    ] as const) {
      const tookMs = await atBest(async () => {
        const page = await visit(shop.url, { size: phone });
        await slowDown(page);
        const ms = await opened(
          page,
          address,
          page.getByRole('heading', { level: 1, name: heading }),
          page
            .getByRole('main')
            .getByRole('link', { name: first })
            .or(page.getByRole('button', { name: first }))
            .first(),
        );
        await page.close();
        return ms;
      });
      expect(tookMs, address).toBeLessThan(boundMs);
    }
  },
);

/** From page to page by their links: each has its shape at once, while what it asks for is on its way, then the rest. */
async function walkAround(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const footer = page.getByRole('contentinfo');
  const orders = '**/api/v1/transactions?*';
  const steps: [within: Locator, link: string, calls: string, shape: Locator, whole: string][] = [
    [footer, 'My Orders', orders, main.getByText('Loading your orders'), 'See codes'],
    [
      footer,
      'My Wallet',
      '**/api/v1/wallet/transactions?*',
      main.getByText('Loading Transactions...'),
      'No Wallet Transactions Found.',
    ],
    [footer, 'Profile', orders, main.getByText('About you'), 'Delivered'],
    [
      main,
      'Notifications',
      '**/api/v1/push/*',
      main.getByRole('heading', { name: 'Notifications' }),
      "Notifications aren't available here",
    ],
    [footer, 'Profile', orders, main.getByText('About you'), 'Delivered'],
    [
      main,
      'Verify now',
      '**/api/v1/myprofile',
      main.getByRole('heading', { level: 1, name: 'Identity verification' }),
      'verify yourself',
    ],
    [
      footer,
      'Contact Us',
      '**/api/v1/settings/*',
      main.locator('aside [aria-busy="true"]'),
      'Support hours',
    ],
    [
      footer,
      'Sell Gift Cards',
      '**/api/v1/sellcards*',
      main.getByRole('heading', { level: 1, name: 'Sell Gift Cards' }),
      'Upload Details',
    ],
    [main, 'Get Started', '**/api/v1/sellcards*', main.getByText('Loading the cards'), '1 brand'],
    [
      main,
      'Kestrel',
      '**/api/v1/sellcards/*',
      main.locator('div[aria-hidden]:has(> div + div)'),
      'Enter Card Details',
    ],
  ];
  // From there on in `npm run prove -- --only=long`.
  for (const [within, link, calls, shape, whole] of isLong ? steps : steps.slice(0, 3)) {
    await openFooter(page);
    const letGo = await holdBack(page, calls);
    // By key: what still arrives above moves a link away from under a pointer.
    await within.getByRole('link', { name: link }).first().press('Enter');
    await shape.waitFor({ timeout: boundMs });
    letGo();
    await main.getByText(whole).first().waitFor({ timeout: boundMs });
    await page.unroute(calls);
  }
}

longTest(
  'a slow link: signing up with the link of a mail, paying by card, looking things up, and every page of a member by its links',
  async () => {
    const shop = await startShop();
    await shop.chores.find(({ name }) => name === 'rates.fetch')?.run();
    const { id } = await makeBrand(shop, 'Kestrel', [{ valueMinor: 25_00n }]);
    await shop.db.run(sql`update cards set sellable = true`);
    await shop.catalog.refresh();
    const page = await visit(shop.url, { size: phone });
    await slowDown(page);
    await page.goto('/auth/signup');
    await fillSignUp(page, 'vera@example.com', 'Passw0rd-of-vera');
    await page.getByRole('button', { name: 'Create account' }).dblclick();
    await page.getByText('Please verify your email address.').waitFor();
    await page.goto(await linkInMail(shop, 'vera@example.com', '/mail/verification/'));
    await page.getByRole('heading', { name: 'Your email address is verified' }).waitFor();
    await page.goto(`/gift-cards/${id}`);
    // Pressed before anything but the page itself is there.
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Cart, 1 item' }).click();
    await page.getByRole('button', { name: 'Checkout' }).last().click();
    await page.waitForURL('**/account/checkout');
    await atPayPal(page, 'Pay with sandbox card');
    await page.waitForURL('**/account/checkout/success**');
    await page.getByRole('button', { name: 'Reveal code S1' }).waitFor();
    const main = page.getByRole('main');
    const cdp = await page.context().newCDPSession(page);
    for (const [address, heading, wanted] of [
      ['/account/profile', 'Profile', 'Delivered'],
      ['/faq', 'Frequently Asked Questions', 'What are reward points?'],
      ['/all-currency', 'Exchange rates', "Today's rates"],
    ] as const) {
      const tookMs = await atBest(async (time) => {
        // Once more with nothing of the time before.
        if (time > 0) await cdp.send('Network.clearBrowserCache');
        return opened(
          page,
          address,
          page.getByRole('heading', { level: 1, name: heading }),
          main.getByText(wanted).first(),
        );
      });
      expect(tookMs, address).toBeLessThan(boundMs);
    }
    await walkAround(page);
  },
);
