/** Answers that come after somebody has left the page that asked: they are said, and lead nobody away. */
import { expect } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { initiated } from '../apps/server/src/testing/buying.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { addToCart, atPayPal, holdBack, inCart, openFooter, toCheckout } from './journey.ts';

const { visit } = browserForFile();

longTest(
  'an order that is paid after one has gone on to another page is said and leads nobody away, from the cart or from the checkout; a newer order is left alone',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 10_00n });
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    const toFaq = async () => {
      const footer = await openFooter(page);
      await footer.getByRole('link', { name: 'FAQ' }).click();
      await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
    };
    const staysThere = async (words: string) => {
      await page.getByText(words).waitFor();
      // Everything that follows from the answer has happened when the counters have been read anew.
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).pathname).toBe('/faq');
    };

    await addToCart(page, card.brandId);
    await inCart(page, 1).waitFor();
    await page.goto('/account/cart');
    const placed = await holdBack(page, '**/api/v1/transaction');
    const asked = page.waitForRequest('**/api/v1/transaction');
    await page.getByRole('button', { name: 'Checkout' }).last().click();
    await asked;
    await toFaq();
    placed();
    await staysThere('Order placed successfully.');
    expect(await anna.balance()).toBe(0n);
    await page.unrouteAll({ behavior: 'wait' });

    await toCheckout(page, card.brandId);
    const paid = await holdBack(page, '**/api/v1/transaction');
    const confirming = page.waitForRequest('**/api/v1/transaction');
    await atPayPal(page, 'Pay with sandbox card');
    await confirming;
    // The page of the payment stands alone: its name is the way out.
    await page.getByRole('banner').getByRole('link', { name: 'Giftlane' }).click();
    await page.waitForURL((address) => address.pathname === '/');
    await toFaq();
    // Meanwhile another tab's order, as it were, has been begun in its place.
    const kept = await page.evaluate(() => sessionStorage.getItem('giftlane.checkout'));
    const first = String(kept?.match(/"sOrderId":"(\w+)"/)?.[1]);
    const second = String(kept).replaceAll(first, 'a-newer-order-0001');
    await page.evaluate((text) => sessionStorage.setItem('giftlane.checkout', text), second);
    paid();
    await staysThere('Payment done successfully.');
    expect(await page.evaluate(() => sessionStorage.getItem('giftlane.checkout'))).toBe(second);
  },
);

longTest(
  'an order that was begun on another device waits in sight: on the home page and in the cart',
  async () => {
    const shop = await startShop({ working: false });
    const { anna, wish } = await initiated(shop, { walletMinor: 10_00n });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/cart');
    await page.getByText('You have an unpaid order').waitFor();
    await page.getByText(/^\$30\.00 for 3 cards\./).waitFor();
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await page.waitForURL(`**/account/checkout?order=${wish.sOrderId}`);
    await shop.db.run(sql`update orders set fail_reason = 'declined'`);
    await page.goto('/');
    const face = page.getByRole('region', { name: 'Your shop' });
    await face.getByText('Declined').waitFor();
    // What can still be paid is paid or left first.
    expect(await face.getByRole('button', { name: 'Buy again' }).count()).toBe(0);
    await face.getByRole('link', { name: 'Pay $20.00' }).click();
    await page.waitForURL(`**/account/checkout?order=${wish.sOrderId}`);
  },
);
