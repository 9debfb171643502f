/** For those who read large letters. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { allThere, makeBrand, sidewaysScroll } from './journey.ts';

const large = browserForFile(['--blink-settings=defaultFontSize=32']);

/** The pages that stick out sideways. */
async function tooWide(page: Page, brandId: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of [
    '/',
    '/gift-cards',
    `/gift-cards/${brandId}`,
    '/sell-cards',
    '/sell-cards-select',
    `/sell-cards/${brandId}`,
    '/account/cart',
    '/account/orders',
    '/account/orders?tab=sell',
    '/account/wallet',
    '/account/profile',
    '/account/profile-edit',
    '/account/settings',
    '/account/kyc',
    '/account/kyc-submit',
    '/account/change-password',
    '/all-currency',
    '/faq',
    '/contact-us',
    '/about-us',
  ]) {
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    await allThere(page);
    if ((await sidewaysScroll(page)) > 0) found.push(path);
  }
  return found;
}

longTest('letters twice as large push no page sideways', async () => {
  const shop = await startShop();
  const { id, cards } = await makeBrand(shop, 'Nimbus', [{ valueMinor: 25_00n, discountBp: 1250 }]);
  await shop.db.run(sql`update cards set sellable = true, exchange_fees_bp = 1200`);
  await shop.catalog.refresh();
  const { token } = await makeMember(shop);
  await shop.raw('POST', '/cart', { token, body: { iGiftCardId: cards[0], nQuantity: 1 } });
  const page = await large.visit(shop.url, { token, size: phone });
  expect(await tooWide(page, id)).toEqual([]);
  expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('32px');
});
