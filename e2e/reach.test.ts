/** For those who use a keyboard or listen to the page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeCard, makeMember, testPassword } from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile } from './browser.ts';
import { inCart } from './journey.ts';

const { visit } = browserForFile();

/** Presses Tab until the focus is on what is wanted, as somebody without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(`(() => {
      const at = document.activeElement;
      return at.ariaLabel || at.labels?.[0]?.textContent || at.textContent || at.tagName;
    })()`);
    if (name.test(focused)) return;
    passed.push(focused.slice(0, 30));
  }
  throw new Error(`Tab does not reach ${name}: ${passed.join(' | ')}`);
}

test('a purchase by keyboard alone, from the first Tab to the copied code', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url);
  const { keyboard } = page;
  await page.goto('/gift-cards');
  await page.getByRole('link', { name: /^Nimbus/ }).waitFor();
  await tabTo(page, /^Skip to content/);
  await keyboard.press('Enter');
  // The link of the tile, not the brand among the filters.
  await tabTo(page, /^Nimbus.*\$10/);
  await keyboard.press('Enter');
  await page.getByRole('table').waitFor();
  await tabTo(page, /^Quantity of/);
  await keyboard.type('2');
  await tabTo(page, /^Add to cart/);
  await keyboard.press('Enter');
  await page.waitForURL('**/auth/login');
  await tabTo(page, /^Email/);
  await keyboard.type(anna.email);
  await tabTo(page, /^Password/);
  await keyboard.type(testPassword);
  await keyboard.press('Enter');
  await page.waitForURL(`**/gift-cards/${card.brandId}`);
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  await tabTo(page, /^Buy Now/);
  await keyboard.press('Enter');
  await page.waitForURL('**/account/cart');
  await page.getByRole('switch').waitFor();
  const shown = async () => Number(await page.getByRole('spinbutton').inputValue());
  const quantity = (await shown()) - 1;
  await tabTo(page, /^One less/);
  await keyboard.press('Enter');
  await expect.poll(shown).toBe(quantity);
  await tabTo(page, /^Checkout/);
  await keyboard.press('Enter');
  await page.waitForURL('**/account/checkout/success**');
  await page.getByText(`${quantity} × $10`).waitFor();
  await tabTo(page, /^Reveal code/);
  await keyboard.press('Enter');
  const copy = page.getByRole('button', { name: /^Copy code/ });
  await copy.first().waitFor();
  // The focus stayed on the button, which now copies.
  await keyboard.press('Enter');
  await page.getByText('Code copied').waitFor();
  expect(card.codes).toContain(await page.evaluate<string>('navigator.clipboard.readText()'));
});

test('what changes is said: toasts, totals and revealed codes are live regions, a new page takes the focus by its name', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token });
  /** The politeness of the nearest live region around a text. */
  const liveAround = (text: string | RegExp) =>
    page
      .getByText(text)
      .first()
      .evaluate((at) => at.closest('[aria-live], [role="alert"]')?.getAttribute('aria-live'));
  await page.goto(`/gift-cards/${card.brandId}`);
  const toasts = page.getByRole('region', { name: 'Notices' });
  expect(await toasts.getAttribute('aria-live')).toBe('polite');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await inCart(page, 1).waitFor();
  expect(await liveAround('1 code in cart')).toBe('polite');
  // The button that worked still has the focus.
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Add to cart');

  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('Total payable').waitFor();
  await expect
    .poll(() => page.evaluate('document.activeElement.ariaLabel'))
    .toBe('Your cart · Giftlane');
  const total = summary.locator('[aria-live="polite"]');
  await total.evaluate((region) => Object.assign(region, { seenBefore: true }));
  await page.getByRole('button', { name: 'One more' }).click();
  await total.getByText('$20.00').first().waitFor();
  // The same region, filled anew: one that comes with its text would stay unheard.
  expect(await total.evaluate((region) => 'seenBefore' in region)).toBe(true);

  // What can be undone is said with the way to undo it.
  await page.getByRole('button', { name: 'Remove Nimbus' }).click();
  await toasts.getByText(/ removed$/).waitFor();
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
  // The help of a line of the totals opens within the region, and so is read out.
  await page.getByRole('button', { name: 'About: Total payable' }).click();
  await total.getByText(/^Subtotal plus service charge/).waitFor();

  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout/success**');
  const reveal = page.getByRole('button', { name: 'Reveal code S1' });
  await reveal.waitFor();
  expect(await liveAround(/Your codes are ready/)).toBe('polite');
  const place = page.locator('li p[aria-live="polite"]').first();
  await place.evaluate((region) => Object.assign(region, { seenBefore: true }));
  await reveal.click();
  await page.getByRole('button', { name: 'Copy code S1' }).waitFor();
  expect(await place.evaluate((region) => 'seenBefore' in region)).toBe(true);
  expect(card.codes).toContain(await place.textContent());
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Copy code S1');
});
