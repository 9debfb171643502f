/** Every page at every width: nothing sticks out sideways, and axe finds nothing in light and dark. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { makeMember, orderBody, type TestMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth } from './axe.ts';
import { browserForFile, desktop, isLong } from './browser.ts';
import { allThere, makeBrand, sidewaysScroll } from './journey.ts';

const { visit } = browserForFile();

const widths = isLong ? [320, 360, 768, 1280] : [320, 768];

/** Words that are longer than a phone is wide. */
const title = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren';

type Place = readonly [address: string, ready: string | RegExp];

/** Looks at a page as it stands. */
async function look(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => sidewaysScroll(page), { message: `${what}, ${width} px` }).toBe(0);
  }
  await page.setViewportSize(desktop);
  await scanBoth(page, what);
}

/** Opens a page, waits until it is all there, and has it looked at. */
async function open(page: Page, [address, ready]: Place): Promise<void> {
  await page.goto(address);
  await page.getByText(ready).first().waitFor();
  await allThere(page);
  await look(page, address);
}

/** Presses a button, waits for what is said then, and has that looked at. */
async function press(page: Page, name: string, ready: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByText(ready).first().waitFor();
  await look(page, `${name} at ${page.url()}`);
}

/** Two brands that can be sold to the shop, too. */
async function stocked() {
  const shop = await startShop({ coins: true });
  const brand = await makeBrand(shop, title, [
    { valueMinor: 25_00n, discountBp: 400, cashbackBp: 150 },
    { valueMinor: 75_00n, codes: 0 },
  ]);
  const ordered = await makeBrand(shop, `${title}n`, [
    { valueMinor: 25_00n, discountBp: 400, cashbackBp: 150 },
  ]);
  await shop.db.run(sql`update cards set sellable = true, exchange_fees_bp = 1200`);
  await shop.catalog.refresh();
  return {
    shop,
    brand,
    card: { id: brand.cards[0] ?? '' },
    ordered: { id: ordered.cards[0] ?? '' },
  };
}

const put = (shop: TestShop, { token }: TestMember, iGiftCardId: string, nQuantity = 1) =>
  shop.raw('POST', '/cart', { token, body: { iGiftCardId, nQuantity } });

const goneWrong = /Back to Home|Browse gift cards/;

async function seenByVisitor(page: Page, { brand }: Awaited<ReturnType<typeof stocked>>) {
  await open(page, ['/', 'Mobile apps coming soon']);
  await open(page, ['/gift-cards', '2 brands']);
  await open(page, [`/gift-cards/${brand.id}`, 'Sold out']);
  await press(page, 'Details', 'Terms');
  const places: readonly Place[] = [
    ['/sell-cards', 'What you receive'],
    ['/sell-cards-select', '2 brands'],
    ['/sell-cards-select?search=nothing', 'No Card Available for Sell'],
    ['/all-currency?from=gbp&to=btc', 'Lowest'],
    ['/auth/login', 'Welcome back.'],
    ['/auth/forgot-password', "we'll send you a link"],
    ['/auth/reset-password/some-token', 'Retype new password'],
    ['/about-us', 'Codes are money.'],
    ['/privacy-policy', 'Version of'],
    ['/tnc', 'Version of'],
    ['/refund-policy', 'Version of'],
    ['/shipping-policy', 'Version of'],
    ['/newsletter/confirm/some-token', 'Confirm subscription'],
    ['/newsletter/unsubscribe/some-token', 'Unsubscribe'],
    ['/google/link/some-token', 'Link and sign in'],
    ['/auth/google/callback', 'lost its connection'],
    ['/mail/verified', goneWrong],
    ['/mail/verification/expired', goneWrong],
    ['/error', goneWrong],
    ['/link/expired', goneWrong],
    ['/404', goneWrong],
    ['/auth/signup', 'Retype password'],
  ];
  // One legal text looks like another, and so do the pages of what has ended.
  const alike = /refund|shipping|tnc|verified|error|expired|unsubscribe/;
  const looked = places.filter(([address]) => isLong || !alike.test(address));
  for (const place of looked) await open(page, place);
  await press(page, 'Create account', 'First Name is required');
  await open(page, ['/contact-us', 'Before you write']);
  await press(page, 'Send message', 'Message is required');
  await open(page, ['/faq', 'What are reward points?']);
  for (const question of await page.locator('main summary').all()) await question.click();
  await look(page, 'open questions');
  await open(page, ['/gift-cards', 'Recently viewed']);
  await page.getByRole('region', { name: 'Recently viewed' }).getByRole('link').first().click();
  await page.getByText('More in Gaming').waitFor();
  await look(page, 'related brands');
}

test('no page of a visitor sticks out, and axe finds nothing in any', async () => {
  const stock = await stocked();
  await seenByVisitor(await visit(stock.shop.url, { reducedMotion: true }), stock);
});

test('no page of a member sticks out, and axe finds nothing in any', async () => {
  const { shop, brand, card, ordered } = await stocked();
  const anna = await makeMember(shop, { walletMinor: 500_00n });
  await shop.db.run(sql`
      update members set first_name = ${name}, full_name = ${name} where id = ${anna.id}`);
  const body = orderBody(anna, { card: ordered, totalMinor: 24_00n });
  body.aExtraCharges = [{ name: 'Discount', amount: -1 }];
  expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
  const page = await visit(shop.url, { token: anna.token, reducedMotion: true });
  await open(page, ['/account/cart', 'Ooops!']);
  await put(shop, anna, card.id, 2);
  await open(page, ['/account/cart', 'Total payable']);
  await page.getByRole('button', { name: 'About: Total payable' }).click();
  await press(page, `Remove ${title}`, 'Undo');
  const places: readonly Place[] = [
    ['/account/change-password', 'Old password'],
    ['/account/kyc', 'How to take the photos'],
    ['/account/settings', 'Push notifications'],
    ['/account/security', 'Sign-in methods, devices and an emergency freeze'],
    ['/account/points', 'points'],
    ['/account/my-data', 'copy'],
    ['/account/profile', 'Latest orders'],
    ['/account/orders', 'See codes'],
    ['/account/orders?search=nothing&status=Paid', 'No Order Details Found.'],
    ['/account/orders?tab=sell', 'No Order Details Found.'],
    [`/sell-cards/${brand.id}`, 'Enter Card Details'],
    [`/account/checkout/success?order=${body.sOrderId}`, 'Thank you'],
    ['/account/kyc-submit', 'Personal information'],
  ];
  for (const place of places) await open(page, place);
  await press(page, 'Continue', 'Date of Birth is required');
  await open(page, ['/account/profile-edit', 'We crop it to a square.']);
  await page.getByLabel('First name').fill('');
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await press(page, 'Save', 'First Name is required');
  await open(page, ['/account/wallet', 'Transactions']);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await page.getByRole('dialog').getByLabel('Code').waitFor();
  await look(page, 'redeem');
  await page.keyboard.press('Escape');
  await page.getByLabel('Add money').fill('0');
  await press(page, 'Add Money', 'Please Add amount first');
  await page.getByLabel('Add money').fill('40');
  await press(page, 'Add Money', 'New balance');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send money' });
  await makeMember(shop);
  await dialog.getByLabel('Send to').fill('archer');
  await dialog.getByRole('button', { name: /Anna Archer/ }).waitFor();
  await look(page, 'send: who');
  await dialog.getByRole('button', { name: /Anna Archer/ }).click();
  await dialog.getByLabel('Amount').fill('7');
  await look(page, 'send: how much');
  await press(page, 'Continue', 'gets $7.00 right away');
  await put(shop, anna, card.id, 100);
  await open(page, ['/account/checkout', 'Your order']);
});
