/** Every page in the pseudo-locale: no text is plain English, and none is cut, on a phone and on a desk. */
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sql } from '../../apps/server/src/platform/db/db.ts';
import { makeMember, orderBody } from '../../apps/server/src/testing/builders.ts';
import { startShop } from '../../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, phone } from '../browser.ts';
import { allThere, makeBrand } from '../journey.ts';
import { cutTexts, isPlain, plainTexts } from './words.ts';

const { visit } = browserForFile();
/** A folder for pictures of every page, to be looked at. */
const pictures = process.env.PSEUDO_PICTURES;

async function stocked() {
  const shop = await startShop({ coins: true });
  const brand = await makeBrand(shop, 'Звезда', [
    { valueMinor: 25_00n, discountBp: 400, cashbackBp: 150 },
    { valueMinor: 75_00n, codes: 0 },
  ]);
  await shop.db.run(sql`update cards set sellable = true, exchange_fees_bp = 1200`);
  // What the owner wrote, in letters that no text of the catalogue has.
  await shop.db.run(
    sql`update brands set short_desc = 'Слова', description = 'Слова', redeem = 'Слова'`,
  );
  await shop.db.run(sql`update pages set body = 'Слова'`);
  await shop.catalog.refresh();
  return { shop, brand, card: { id: brand.cards[0] ?? '' } };
}

/** Opens each page on a desk and on a phone, and lists what is wrong. */
async function faults(url: string, places: readonly string[], token?: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [desktop, phone]) {
    const page = await visit(url, { size, reducedMotion: true, ...(token && { token }) });
    for (const place of places) {
      await page.goto(place);
      await page.locator('main h1').first().waitFor();
      await allThere(page);
      found.push(...(await plainTexts(page)).map((words) => `${place}: plain: ${words}`));
      found.push(...(await cutTexts(page)).map((words) => `${place} at ${size.width}: ${words}`));
      if (!pictures) continue;
      mkdirSync(pictures, { recursive: true });
      const name = `${place.replace(/\W+/g, '_')}-${size.width}.png`;
      await page.screenshot({ path: `${pictures}/${name}`, fullPage: true });
    }
  }
  return [...new Set(found)];
}

test('no page of a visitor has plain English or a text that is cut', async () => {
  const { shop, brand } = await stocked();
  expect(
    await faults(shop.url, [
      '/',
      '/gift-cards',
      '/gift-cards?search=nothing',
      `/gift-cards/${brand.id}`,
      '/sell-cards',
      '/sell-cards-select',
      '/all-currency',
      '/auth/login',
      '/auth/signup',
      '/auth/forgot-password',
      '/auth/reset-password/some-token',
      '/contact-us',
      '/newsletter/confirm/some-token',
      '/newsletter/unsubscribe/some-token',
      '/google/link/some-token',
      '/mail/verified',
      '/error',
      '/link/expired',
      '/404',
    ]),
  ).toEqual([]);
});

test('no page of a member has plain English or a text that is cut', async () => {
  const { shop, brand, card } = await stocked();
  const anna = await makeMember(shop, { walletMinor: 500_00n });
  const body = orderBody(anna, { card, totalMinor: 24_00n });
  body.aExtraCharges = [{ name: 'Discount', amount: -1 }];
  expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  const put = { iGiftCardId: card.id, nQuantity: 2 };
  await shop.raw('POST', '/cart', { token: anna.token, body: put });
  expect(
    await faults(
      shop.url,
      [
        '/account/profile',
        '/account/profile-edit',
        '/account/orders',
        '/account/orders?tab=sell',
        `/account/orders/${body.sOrderId}`,
        '/account/cart',
        '/account/checkout',
        `/account/checkout/success?order=${body.sOrderId}`,
        '/account/wallet',
        '/account/points',
        '/account/kyc',
        '/account/kyc-submit',
        '/account/my-data',
        '/account/settings',
        '/account/security',
        '/account/change-password',
        `/sell-cards/${brand.id}`,
      ],
      anna.token,
    ),
  ).toEqual([]);
});

test('no mail to a member has plain English', async () => {
  const { shop, card } = await stocked();
  const anna = await makeMember(shop, { walletMinor: 500_00n });
  const body = orderBody(anna, { card, totalMinor: 24_00n });
  body.aExtraCharges = [{ name: 'Discount', amount: -1 }];
  expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  await shop.raw('POST', '/password/forgot', { body: { sEmail: anna.email } });
  await expect.poll(() => shop.sandbox.mails(anna.email).length).toBeGreaterThan(1);
  const lines = shop.sandbox
    .mails(anna.email)
    .flatMap(({ subject, text }) => [subject, ...text.split('\n')]);
  expect(lines.filter(isPlain)).toEqual([]);
});
