/** Notices: which stay, where they stand, and the keyboard's place among them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, desktop, longTest, phone } from './browser.ts';
import { boxOf, makeBrand } from './journey.ts';

const { visit } = browserForFile();

test('a notice that is part of a page is no alert', async () => {
  const shop = await startShop({ working: false, env: { VAPID_PUBLIC_KEY: 'none' } });
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/account/settings');
  await page.getByText("Notifications aren't available here").waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

/** What has the focus, by what it is called. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName`,
  );

longTest(
  'notices: offers to undo are not pushed out by news, the keyboard keeps its place when one goes, and the header stays uncovered',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const titles = ['Kestrel', 'Larch', 'Maple', 'Nimbus', 'Osprey'];
    for (const title of titles) {
      const { cards } = await makeBrand(shop, title, [{ valueMinor: 10_00n }]);
      const body = { iGiftCardId: cards[0], nQuantity: 1 };
      await shop.raw('POST', '/cart', { token: anna.token, body });
    }
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.goto('/account/cart');
    const notices = page.getByRole('region', { name: 'Notices' });
    for (const title of titles.slice(0, 4)) {
      await page.getByRole('button', { name: `Remove ${title}` }).click();
      await notices.getByText(`${title} $10 removed`).waitFor();
    }
    expect(await notices.getByRole('button', { name: 'Undo' }).count()).toBe(4);
    // On a phone and on a desk, with the notice of cookies above the header and without it.
    const uncovered = async () => {
      for (const size of [phone, desktop]) {
        await page.setViewportSize(size);
        const header = await boxOf(page.getByRole('banner'));
        const first = await boxOf(notices.getByRole('listitem'));
        expect(first.y, `${size.width}`).toBeGreaterThanOrEqual(header.y + header.height);
      }
    };
    await uncovered();
    await page.getByRole('button', { name: 'Accept' }).click();
    await uncovered();

    const dismiss = notices.getByRole('button', { name: 'Dismiss' });
    const remove = page.getByRole('button', { name: 'Remove Osprey' });
    await remove.focus();
    await dismiss.first().focus();
    for (let left = 3; left > 0; left -= 1) {
      await page.keyboard.press('Enter');
      await expect.poll(() => dismiss.count()).toBe(left);
      await expect.poll(() => focused(page)).toBe('Dismiss');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => dismiss.count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Remove Osprey $10');
  },
);
