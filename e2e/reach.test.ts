/** For those who use a keyboard, listen to the page, or look at it in the dark. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
  testPassword,
} from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { colourRules, violations } from './axe.ts';
import { browserForFile, desktop, phone } from './browser.ts';
import { makeBrand } from './journey.ts';

const { visit } = browserForFile();

const put = (shop: TestShop, { token }: TestMember, iGiftCardId: string, nQuantity = 1) =>
  shop.raw('POST', '/cart', { token, body: { iGiftCardId, nQuantity } });

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

/** The rules that can give another answer on a phone; the dark page is looked at there. */
const phoneRules = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'region'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${colorScheme}`, async () => {
    const shop = await startShop({ coins: true });
    const anna = await makeMember(shop, { walletMinor: 500_00n });
    const brand = await makeBrand(shop, 'Kestrel', [
      { valueMinor: 25_00n, discountBp: 400, cashbackBp: 150 },
      { valueMinor: 75_00n, codes: 0 },
    ]);
    await makeBrand(shop, 'Larch', [{ valueMinor: 15_00n, codes: 2 }]);
    await shop.db.run(sql`update cards set sellable = true, exchange_fees_bp = 1200`);
    await shop.catalog.refresh();
    const card = { id: brand.cards[0] ?? '' };
    const body = orderBody(anna, { card, totalMinor: 24_00n });
    body.aExtraCharges = [{ name: 'Discount', amount: -1 }];
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
    const size = colorScheme === 'light' ? desktop : phone;
    const objections = (page: Page) =>
      violations(page, colorScheme === 'light' ? undefined : [...colourRules, ...phoneRules]);
    const scan = async (page: Page, address: string, ready: string | RegExp) => {
      await page.goto(address);
      await page.getByText(ready).first().waitFor();
      await page
        .locator('[aria-busy="true"], .animate-pulse')
        .first()
        .waitFor({ state: 'detached' });
      expect(await objections(page), address).toEqual([]);
    };
    const guest = await visit(shop.url, { colorScheme, size, reducedMotion: true });
    await scan(guest, '/', 'Mobile apps coming soon');
    await scan(guest, '/gift-cards', '2 brands');
    await scan(guest, `/gift-cards/${brand.id}`, 'Sold out');
    await guest.getByRole('button', { name: 'Details' }).click();
    await guest.getByRole('heading', { name: 'Terms' }).waitFor();
    expect(await objections(guest), 'details').toEqual([]);
    await scan(guest, '/sell-cards', 'What you receive');
    await scan(guest, '/sell-cards-select', '2 brands');
    await scan(guest, '/sell-cards-select?search=nothing', 'No Card Available for Sell');
    await scan(guest, '/all-currency?from=gbp&to=btc', 'Lowest');
    await scan(guest, '/gift-cards', 'Recently viewed');
    await guest.getByRole('region', { name: 'Recently viewed' }).getByRole('link').first().click();
    await guest.getByText('More in Gaming').waitFor();
    expect(await objections(guest), 'related').toEqual([]);
    await scan(guest, '/auth/login', 'Welcome back.');
    await scan(guest, '/auth/forgot-password', 'we send you a link');
    await scan(guest, '/auth/reset-password/some-token', 'Retype new password');
    await scan(guest, '/auth/signup', 'Retype password');
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByText('First Name is required').waitFor();
    expect(await objections(guest), 'sign-up with errors').toEqual([]);
    await scan(guest, '/faq', 'What are reward points?');
    for (const question of await guest.locator('main summary').all()) await question.click();
    expect(await objections(guest), 'open questions').toEqual([]);
    await scan(guest, '/about-us', 'Codes are money.');
    await scan(guest, '/contact-us', 'Good to know before you write');
    await guest.getByRole('button', { name: 'Send message' }).click();
    await guest.getByText('Message is required').waitFor();
    expect(await objections(guest), 'contact with errors').toEqual([]);
    for (const address of ['/privacy-policy', '/tnc', '/refund-policy', '/shipping-policy']) {
      await scan(guest, address, 'Version of');
    }
    await scan(guest, '/newsletter/confirm/some-token', 'Yes, subscribe me');
    await scan(guest, '/newsletter/unsubscribe/some-token', 'Unsubscribe');
    await scan(guest, '/google/link/some-token', 'Link and sign in');
    await scan(guest, '/auth/google/callback', 'has lost the page');
    for (const address of ['/mail/verified', '/error', '/link/expired', '/404']) {
      await scan(guest, address, /Back to Home|Browse gift cards/);
    }
    const page = await visit(shop.url, {
      colorScheme,
      size,
      token: anna.token,
      reducedMotion: true,
    });
    await scan(page, '/account/cart', 'Ooops!');
    await put(shop, anna, card.id, 2);
    await scan(page, '/account/cart', 'Total payable');
    await page.getByRole('button', { name: 'What is this? Subtotal' }).click();
    await page.getByRole('button', { name: 'Remove Kestrel' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await objections(page), 'a line removed').toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Total payable').first().waitFor();
    await scan(page, '/account/change-password', 'Old password');
    await scan(page, '/account/kyc', 'How to take the photos');
    await scan(page, '/account/kyc-submit', 'Personal information');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Date of Birth is required').waitFor();
    expect(await objections(page), 'verification with errors').toEqual([]);
    await scan(page, '/account/settings', 'Notifications are not available here');
    await scan(page, '/account/profile', 'Latest orders');
    await scan(page, '/account/profile-edit', 'It is cut to a square.');
    await page.getByLabel('First name').fill('');
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('First Name is required').waitFor();
    expect(await objections(page), 'profile with errors').toEqual([]);
    await scan(page, '/account/orders', 'Not viewed yet');
    await scan(page, '/account/orders?search=nothing&status=Paid', 'No Order Details Found.');
    await scan(page, '/account/orders?tab=sell', 'No Order Details Found.');
    await scan(page, `/sell-cards/${brand.id}`, 'Enter Card Details');
    await scan(page, '/account/wallet', 'Transactions');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByRole('dialog').getByLabel('Code').waitFor();
    expect(await objections(page), 'redeem').toEqual([]);
    await scan(page, `/account/checkout/success?order=${body.sOrderId}`, 'Thank you');
    await put(shop, anna, card.id, 100);
    await scan(page, '/account/checkout', 'Your order');
  });
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
  await page.getByRole('link', { name: 'Cart, 1 line' }).waitFor();
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
  await toasts.getByText('Added to your cart').waitFor();
  // The button that worked still has the focus.
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Add to cart');

  await page.getByRole('link', { name: 'Cart, 1 line' }).click();
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
  await toasts.getByText(/was removed$/).waitFor();
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Cart, 1 line' }).waitFor();
  // The help of a line of the totals opens within the region, and so is read out.
  await page.getByRole('button', { name: 'What is this? Total payable' }).click();
  await total.getByText(/^Subtotal plus service charge/).waitFor();

  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout/success**');
  const reveal = page.getByRole('button', { name: 'Reveal code S1' });
  await reveal.waitFor();
  expect(await liveAround(/^Your codes are here/)).toBe('polite');
  const place = page.locator('li p[aria-live="polite"]').first();
  await place.evaluate((region) => Object.assign(region, { seenBefore: true }));
  await reveal.click();
  await page.getByRole('button', { name: 'Copy code S1' }).waitFor();
  expect(await place.evaluate((region) => 'seenBefore' in region)).toBe(true);
  expect(card.codes).toContain(await place.textContent());
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Copy code S1');
});
