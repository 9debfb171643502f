/** A change that was just made, when the page goes. */
import { expect } from 'vitest';
import { makeCard, makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import { quantities } from './journey.ts';

const { visit } = browserForFile();

longTest(
  'a quantity that was changed just before a reload, also while another change is on its way, is kept',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const cart = { iGiftCardId: card.id, nQuantity: 1 };
    await shop.raw('POST', '/cart', { token: anna.token, body: cart });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/cart');
    const more = page.getByRole('button', { name: 'One more' });
    await more.waitFor();
    await page.evaluate(
      `document.querySelector('[aria-label="One more"]').click(); location.reload()`,
    );
    await expect.poll(() => quantities(shop, anna.token)).toEqual([2]);
    await more.waitFor();
    // The first change is on its way for good, and the next one waits for its end.
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/v1/cart/*', async (route) => {
      if (route.request().postDataJSON().nQuantity !== 3) return route.continue();
      asked.resolve();
    });
    await more.click();
    await asked.promise;
    await more.click();
    await page.reload();
    await expect.poll(() => quantities(shop, anna.token)).toEqual([4]);
  },
);
