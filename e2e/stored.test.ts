/** What the browser keeps: of an older release, of a change that was just made, of a way that was not taken. */
import { expect } from 'vitest';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { signIn } from './journey.ts';

const { visit } = browserForFile();

longTest(
  'what an older release stored breaks no page: it is forgotten without a word',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const cart = { iGiftCardId: card.id, nQuantity: 2 };
    await shop.raw('POST', '/cart', { token: anna.token, body: cart });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/faq');
    const order = { aCartData: [], eStatus: 'Delivered' };
    const answers = [
      {
        key: 'orders Buy 1 10',
        at: new Date().toISOString(),
        value: { orders: [order], total: 1 },
      },
    ];
    const older: Record<string, unknown> = {
      'giftlane.kept': { owner: anna.id, answers },
      'giftlane.kept.0': { owner: anna.id },
      'giftlane.checkout': {
        phase: 'initiated',
        sPaymentId: 'PP-1',
        dLapsesAt: '2026-01-01T00:30:00.000Z',
        draft: { sOrderId: 'a1b2c3d4e5f6a1b2', aCartData: [{ iGiftCardId: card.id }] },
      },
      'giftlane.places': [{ entry: 'default', list: 'usd', pages: 3 }],
      'giftlane.viewed': { brands: ['x'] },
      'giftlane.kyc': { owner: anna.id, values: { firstName: 'Anna' } },
    };
    await page.evaluate((texts) => {
      for (const [key, value] of Object.entries(texts))
        for (const store of [localStorage, sessionStorage])
          store.setItem(key, JSON.stringify(value));
    }, older);
    await page.goto('/account/cart');
    await page.getByText('Total payable').first().waitFor();
    await page.goto('/gift-cards');
    await page.getByText('1 brand').waitFor();
    await page.goto('/account/kyc-submit');
    await page.getByLabel('First name').waitFor();
    await page.route('**/api/v1/transactions?*', (route) => route.abort());
    await page.goto('/account/orders');
    await page.getByRole('main').getByText('Server is unavailable.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('giftlane.kept.0'))).toBeNull();
  },
);

longTest(
  'ROUTE-41 whoever was asked to sign in and went elsewhere is not led back when they sign in later',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const page = await visit(shop.url);
    await page.goto('/account/wallet');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'FAQ' }).click();
    await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await signIn(page, anna.email);
    await page.waitForURL(/[0-9]\/$/);
  },
);
