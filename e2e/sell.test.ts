/** Selling a card: from the tile to the money, as a member does it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeVerified } from '../apps/server/src/features/kyc/applicants.testing.ts';
import {
  decline,
  lookAndAccept,
  lookAt,
  makeBought,
  offered,
} from '../apps/server/src/features/selling/offers.testing.ts';
import { makePicture } from '../apps/server/src/features/uploads/pictures.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { newId } from '../apps/server/src/platform/secrets/ids.ts';
import { makeMember } from '../apps/server/src/testing/builders.ts';
import { startShop, type TestShop } from '../apps/server/src/testing/start-shop.ts';
import { violations } from './axe.ts';
import { browserForFile, longTest, phone, sizes } from './browser.ts';
import { answered, holdBack, sidewaysScroll, signIn } from './journey.ts';
import { fields, reachPayment, upload } from './selling.ts';

const { visit } = browserForFile();

/** A brand with two cards the shop buys, the dearer one at a fixed price. */
async function makeShelf(shop: TestShop) {
  const card = await makeBought(shop, { valueMinor: 50_00n });
  const fixed = newId('card');
  await shop.db.run(sql`
    insert into cards (id, brand_id, currency, value_minor, price_minor, exchange_fees_bp,
      read_only, sellable)
    values (${fixed}, ${card.brandId}, 'usd', 10000, 10000, 1200, true, true)`);
  await shop.catalog.refresh();
  return card;
}

const step = (page: Page, name: RegExp) => page.getByRole('button', { name });
const receivable = (page: Page) =>
  page
    .getByRole('region', { name: 'Total Amount Receivable' })
    .getByText(/^\$/)
    .last()
    .textContent();

for (const size of sizes) {
  test(`ROUTE-18, SELL-06, SELL-10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 22, ERR-23, ORD-02, ORD-11, ORD-12 a card is sold, ${size.width} px`, async () => {
    const shop = await startShop();
    await makeShelf(shop);
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { size, token: anna.token });
    await page.goto('/sell-cards-select');
    await page.getByRole('link', { name: /Nimbus/ }).click();
    await page.waitForURL('**/sell-cards/brand_*');
    await page.getByRole('heading', { level: 1, name: 'Sell Nimbus' }).waitFor();
    expect(await receivable(page)).toBe('$0.00');
    // Step 1: one card, the others closed; removed, they are open again.
    const onward = page.getByRole('button', { name: 'Continue' });
    expect(await onward.isDisabled()).toBe(true);
    expect(await step(page, /Card Documents Details/).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Add $100' }).click();
    expect(await page.getByRole('button', { name: 'Add $50' }).isDisabled()).toBe(true);
    await page
      .getByText('You can sell one value at a time. Remove this one to add another.')
      .waitFor();
    expect(await page.getByLabel('Price per card').getAttribute('readonly')).not.toBeNull();
    expect(await receivable(page)).toBe('$88.00');
    await page.getByRole('button', { name: 'Remove $100' }).click();
    expect(await receivable(page)).toBe('$0.00');
    expect(await onward.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Add $50' }).click();
    await page.getByLabel('Price per card').fill('40');
    await page.getByRole('button', { name: 'One more' }).click();
    expect(await receivable(page)).toBe('$70.40');
    // Price, fee and what is paid are of the same number, beside the card as in the total.
    await page.getByText('2 × $40.00 minus 12% ($9.60)').waitFor();
    await page.getByText('You receive $70.40', { exact: true }).waitFor();
    await page.getByText('Up to 4. Every card must be visible in the pictures.').waitFor();
    await onward.click();
    await page.getByText("You're selling 2 cards. Lay them side by side").waitFor();
    await page
      .getByText("If we don't accept your card, we don't pay for it and you keep it.")
      .waitFor();
    // Step 2: three pictures and the terms.
    const proceed = page.getByRole('button', { name: 'Proceed' });
    expect(await onward.isVisible()).toBe(false);
    await upload(page, fields[0] ?? '');
    await upload(page, fields[1] ?? '');
    await page.getByRole('checkbox').check();
    expect(await proceed.isDisabled()).toBe(true);
    await upload(page, fields[2] ?? '');
    await page.getByRole('checkbox').uncheck();
    expect(await proceed.isDisabled()).toBe(true);
    await page.getByRole('checkbox').check();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page), 'pictures').toEqual([]);
    await proceed.click();
    // Step 3. A look back into the first step loses nothing.
    await step(page, /Enter Card Details/).click();
    expect(await page.getByLabel('Price per card').inputValue()).toBe('40');
    await step(page, /Select Payment Method/).click();
    const ways = page.getByRole('group', { name: 'How should we pay you?' });
    expect(await ways.getByRole('radio').count()).toBe(1);
    expect(await ways.getByLabel('Wallet').isChecked()).toBe(true);
    expect(await violations(page), 'payment').toEqual([]);
    await proceed.dblclick();
    await page.waitForURL('**/account/orders?tab=sell');
    await page.getByText('Card details uploaded successfully').waitFor();
    const order = page.getByRole('article');
    await order.getByText('Pending', { exact: true }).waitFor();
    expect(await order.count()).toBe(1);
    await order.getByText('$70.40').waitFor();
    await order.getByText("We're checking your card and will email you.").waitFor();
    await order.getByText('Minus $9.60 exchange fees').waitFor();
    // The pictures are in the list, small, and on the card's own page.
    expect(await order.getByRole('img', { name: 'Receipt' }).count()).toBe(1);
    await order.getByRole('link', { name: 'Details' }).click();
    await page.waitForURL('**/account/orders/*');
    for (const label of ['Front', 'Back', 'Receipt']) {
      const picture = order.getByRole('img', { name: label });
      await expect
        .poll(() => picture.evaluate((img) => 'naturalWidth' in img && img.naturalWidth))
        .toBe(60);
    }
    expect(await sidewaysScroll(page)).toBe(0);
    const { id } = await shop.db.one(sql<{ id: string }>`select id from sell_orders`);
    await lookAt(shop, id);
    await decline(shop, id, 'The receipt can not be read.');
    await page.reload();
    await order.getByText('The receipt can not be read.').waitFor();
    await page.getByText('Declined', { exact: true }).waitFor();
    // What was decided and why stands in the list, too.
    await page.getByRole('link', { name: 'All orders' }).click();
    await page.waitForURL('**/account/orders?tab=sell');
    await order.getByText('The receipt can not be read.').waitFor();
    await order.getByText('Declined', { exact: true }).waitFor();
    await order
      .getByText("We didn't accept your card. You keep it, and nothing was paid.")
      .waitFor();
    expect(await order.getByText(/^Minus/).count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await violations(page), 'orders').toEqual([]);
  });
}

test('SELL-27 an accepted card is money in the wallet', async () => {
  const shop = await startShop();
  const card = await makeShelf(shop);
  const anna = await makeMember(shop);
  const order = await offered(shop, anna, { card });
  await lookAndAccept(shop, order._id);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto('/account/orders?tab=sell');
  const sold = page.getByRole('article');
  await sold.getByText('Paid into your wallet.').waitFor();
  await sold.getByRole('link', { name: 'Details' }).click();
  await sold.getByText('You received').waitFor();
  expect(await page.getByText('Total Amount Receivable').count()).toBe(0);
  await sold.getByRole('link', { name: 'Open wallet' }).click();
  await page.waitForURL('**/account/wallet');
  await page.getByText('Gift card sold').waitFor();
  await page.getByRole('main').getByText('$44.00').first().waitFor();
});

longTest('ROUTE-18, ROUTE-40 a visitor signs in first and comes back to the card', async () => {
  const shop = await startShop({ working: false });
  const { brandId } = await makeShelf(shop);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone });
  await page.goto(`/sell-cards/${brandId}`);
  await page.waitForURL('**/auth/login');
  await signIn(page, anna.email);
  await page.waitForURL(`**/sell-cards/${brandId}`);
  await page.goto('/sell-cards/brand_nowhere');
  await page.waitForURL('**/404');
});

longTest(
  '61, KYC-05 an offer larger than a day pays stops at the price, with what to do; verified, it goes on',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeBought(shop, { valueMinor: 600_00n, feesBp: 0 });
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { size: phone, token: anna.token });
    await page.goto(`/sell-cards/${brandId}`);
    await page.getByText('at most $1,000.00 a day. You have $1,000.00 left today.').waitFor();
    await page.getByRole('button', { name: 'Add $600' }).click();
    const onward = page.getByRole('button', { name: 'Continue' });
    expect(await onward.isEnabled()).toBe(true);
    // There is no other value to choose in its place.
    expect(await page.getByText('You can sell one value at a time').count()).toBe(0);
    await page.getByRole('button', { name: 'One more' }).click();
    const over = page.getByText(
      'We can pay $1,000.00 more today, but this sale is worth $1,200.00',
    );
    await over.waitFor();
    expect(await onward.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('alert').getByRole('link', { name: 'Verify your identity' }).click();
    await page.waitForURL('**/account/kyc');
    await makeVerified(shop, anna);
    await page.goBack();
    await onward.click();
    await page.getByText("You're selling 2 cards").waitFor();
    expect(await over.count()).toBe(0);
  },
);

longTest(
  'what has become wrong in a closed step opens it and is led to: nobody is held without a word',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId, id } = await makeBought(shop, { valueMinor: 50_00n, priceMinor: 80_00n });
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { size: phone, token: anna.token });
    await reachPayment(page, brandId);
    // The shop pays less for it by now than it was offered for.
    await shop.db.run(sql`update cards set price_minor = 5000 where id = ${id}`);
    await shop.catalog.refresh();
    await page.reload();
    await page.getByText('The price of one card must be between $1.00 and $50.00').waitFor();
    await page.getByRole('button', { name: 'Show what to fix' }).click();
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.getAttribute("aria-invalid")'))
      .toBe('true');
  },
);

longTest(
  'an offer that is taken after its member has gone on is said and leads nobody away, and a newer one stays',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeShelf(shop);
    const other = await makeBought(shop, { title: 'Larch', valueMinor: 30_00n });
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { size: phone, token: anna.token });
    const proceed = await reachPayment(page, brandId);
    const taken = await holdBack(page, '**/api/v1/sellcards');
    const asked = page.waitForRequest('**/api/v1/sellcards');
    await proceed.click();
    await asked;
    await page.getByRole('link', { name: 'All cards we buy' }).click();
    await page.getByRole('link', { name: /Larch/ }).click();
    await page.getByRole('button', { name: 'Add $30' }).click();
    taken();
    await page.getByText('Card details uploaded successfully').waitFor();
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toBe(`/sell-cards/${other.brandId}`);
    await page.reload();
    await page.getByRole('button', { name: 'Remove $30' }).waitFor();
  },
);

test('ERR-26 what is refused or lost keeps everything that was entered, and can be sent again', async () => {
  const shop = await startShop({ working: false });
  const { brandId, id } = await makeShelf(shop);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone, token: anna.token });
  const proceed = await reachPayment(page, brandId);
  // Nothing in the answer to go by.
  await page.route('**/api/v1/sellcards', (route) => route.fulfill({ status: 418, body: '{}' }));
  await proceed.click();
  await page.getByRole('main').getByRole('alert').getByText('Something went wrong.').waitFor();
  expect(await page.getByText('Something went wrong.').count()).toBe(1);
  await page.unrouteAll();
  // The answer is lost after the offer was stored.
  await page.route('**/api/v1/sellcards', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await proceed.click();
  await page.getByRole('main').getByRole('alert').getByText('Server is unavailable.').waitFor();
  await page.unrouteAll();
  // The fee has risen meanwhile; the offer stands as it was made.
  await shop.db.run(sql`update cards set exchange_fees_bp = 2000 where id = ${id}`);
  await proceed.click();
  await page.waitForURL('**/account/orders?tab=sell');
  await page.getByRole('article').getByText('$44.00').waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
});

longTest('a fee that moves meanwhile is shown before anything is sent again', async () => {
  const shop = await startShop({ working: false });
  const { brandId } = await makeShelf(shop);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { size: phone, token: anna.token });
  const proceed = await reachPayment(page, brandId);
  await shop.db.run(sql`update cards set exchange_fees_bp = 2000`);
  await shop.catalog.refresh();
  await proceed.click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('A price has changed. Please check the new total.').waitFor();
  await expect.poll(() => receivable(page)).toBe('$40.00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await proceed.click();
  await proceed.click();
  await page.waitForURL('**/account/orders?tab=sell');
});

longTest(
  'an offer that is more than a day pays is refused at the last step, with the way on',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeShelf(shop);
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { size: phone, token: anna.token });
    const proceed = await reachPayment(page, brandId);
    const message = 'Verify your identity, or try again tomorrow.';
    await page.route('**/api/v1/sellcards', (route) =>
      route.fulfill({ status: 409, json: { status: 409, message, code: 'sell.over_limit' } }),
    );
    await proceed.click();
    const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: message });
    await refusal.getByRole('link', { name: 'Verify your identity' }).waitFor();
    expect(await step(page, /Select Payment Method/).getAttribute('aria-expanded')).toBe('true');
    expect(await page.getByText(message).count()).toBe(1);
  },
);

test('a sale by keyboard alone', async () => {
  const shop = await startShop({ working: false });
  const { brandId } = await makeShelf(shop);
  const anna = await makeMember(shop);
  const page = await visit(shop.url, { token: anna.token });
  await page.goto(`/sell-cards/${brandId}`);
  const press = async (name: string) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Add $50');
  await press('Continue');
  // The focus went on to the step that opened.
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await expect.poll(focused).toContain('Card Documents Details');
  for (const field of fields) await upload(page, field);
  await page.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await press('Proceed');
  await expect.poll(focused).toContain('Select Payment Method');
  await press('Proceed');
  await page.waitForURL('**/account/orders?tab=sell');
});

longTest(
  'a sale half entered survives a reload, Back and a look elsewhere, and ends with being sent or signing out',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeShelf(shop);
    const anna = await makeMember(shop);
    const page = await visit(shop.url, { size: phone, token: anna.token });
    const kept = () => page.evaluate<string | null>(`sessionStorage.getItem('giftlane.sale')`);
    await page.goto(`/sell-cards/${brandId}`);
    // An impatient finger: the button that removes has come to where the first press was.
    await page.getByRole('button', { name: 'Add $50' }).dblclick();
    await page.getByLabel('Price per card').fill('40');
    await page.getByRole('button', { name: 'One more' }).click();
    await page.reload();
    expect(await page.getByLabel('Price per card').inputValue()).toBe('40');
    expect(await receivable(page)).toBe('$70.40');
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const field of fields.slice(0, 2)) await upload(page, field);
    await page.getByRole('checkbox').check();
    // The step one was in is open again, with the pictures that were sent.
    await page.reload();
    await expect.poll(() => page.getByText('Your photo is saved.').count()).toBe(2);
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Proceed' }).isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await upload(page, fields[2] ?? '');
    await page.getByRole('link', { name: 'All cards we buy' }).click();
    await page.waitForURL('**/sell-cards-select');
    await page.goBack();
    const proceed = page.getByRole('button', { name: 'Proceed' });
    await proceed.click();
    await page.reload();
    await page.getByText('How should we pay you?').waitFor();
    // In another currency it means nothing, and comes back with its own.
    await page.getByLabel('Currency').selectOption('eur');
    await page.getByText('No Card Available for Sell').waitFor();
    await page.getByLabel('Currency').selectOption('usd');
    await proceed.click();
    await page.waitForURL('**/account/orders?tab=sell');
    await page.getByRole('article').getByText('$70.40').waitFor();
    expect(await kept()).toBeNull();
    await page.goto(`/sell-cards/${brandId}`);
    await page.getByRole('button', { name: 'Add $50' }).click();
    expect(await kept()).toContain(brandId);
    await page.evaluate(`sessionStorage.setItem('giftlane.sale',
    sessionStorage.getItem('giftlane.sale').replace(/mem_\\w+/, 'mem_other'))`);
    await page.reload();
    // What somebody else left is not shown.
    expect(await page.getByRole('button', { name: 'Add $50' }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Add $50' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByText("You're signed out.").waitFor();
    expect(await kept()).toBeNull();
  },
);

longTest(
  'ERR-04 a session that ends in the middle of a sale costs nothing: signed in again, it goes on where it was',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeShelf(shop);
    const [anna, ben] = [await makeMember(shop), await makeMember(shop)];
    const page = await visit(shop.url, { size: phone });
    const kept = () => page.evaluate<string | null>(`sessionStorage.getItem('giftlane.sale')`);
    const reachPictures = async () => {
      await page.getByRole('button', { name: 'Add $50' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await upload(page, fields[0] ?? '');
      const token = await page.evaluate<string>(`localStorage.getItem('giftlane.token')`);
      await shop.raw('GET', '/logout', { token });
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'card.jpg',
          mimeType: 'image/jpeg',
          buffer: await makePicture(),
        });
      await page.getByText('Please sign in.').waitFor();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
    };
    await page.goto(`/sell-cards/${brandId}`);
    await signIn(page, anna.email);
    await page.waitForURL(`**/sell-cards/${brandId}`);
    await reachPictures();
    await signIn(page, anna.email);
    await page.waitForURL(`**/sell-cards/${brandId}`);
    await page.getByText('Your photo is saved.').waitFor();
    await page.getByRole('button', { name: 'Enter Card Details' }).click();
    await page.getByRole('button', { name: 'Remove $50' }).click();
    // Somebody else who signs in here finds nothing of it.
    await reachPictures();
    expect(await kept()).toContain(anna.id);
    await signIn(page, ben.email);
    await page.waitForURL(`**/sell-cards/${brandId}`);
    await page.getByRole('button', { name: 'Add $50' }).waitFor();
    expect(await kept()).toBeNull();
  },
);

longTest(
  'ERR-04 a session that ends in one tab costs nothing in another; signing out in one forgets in both',
  async () => {
    const shop = await startShop({ working: false });
    const { brandId } = await makeShelf(shop);
    const anna = await makeMember(shop);
    const page = await visit(shop.url);
    await page.goto('/auth/login');
    const cart = answered(page, '/cart');
    await signIn(page, anna.email);
    await page.waitForURL(`${shop.url}/`);
    const other = await page.context().newPage();
    const itsCart = answered(other, '/cart');
    const kept = () => other.evaluate<string | null>(`sessionStorage.getItem('giftlane.sale')`);
    const signInThere = async () => {
      await other.getByRole('link', { name: 'Sign in' }).first().click();
      await other.waitForURL('**/auth/login');
      await signIn(other, anna.email);
    };
    await other.goto(`/sell-cards/${brandId}`);
    await other.getByRole('button', { name: 'Add $50' }).click();
    await expect.poll(kept).toContain(anna.id);
    // A call still on its way would be refused, and end the session before anything is pressed.
    await Promise.all([cart, itsCart]);
    const refused: string[] = [];
    other.on('response', (reply) => reply.status() === 401 && refused.push(reply.url()));
    const token = await page.evaluate<string>(`localStorage.getItem('giftlane.token')`);
    await shop.raw('GET', '/logout', { token });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'My Orders' }).click();
    await page.getByText('Please sign in.').waitFor();
    await other.waitForURL(`${shop.url}/`);
    expect(await kept()).toContain(anna.id);
    // The server itself has told this tab nothing.
    expect(refused).toEqual([]);
    // And the way back to it is known there.
    await signInThere();
    await other.waitForURL(`**/sell-cards/${brandId}`);
    await other.getByRole('button', { name: 'Remove $50' }).waitFor();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await other.waitForURL(`${shop.url}/`);
    await expect.poll(kept).toBeNull();
    expect(await page.evaluate(`localStorage.getItem('giftlane.leaving')`)).toBeNull();
    // Nobody is led back to what was left on purpose.
    await signInThere();
    await other.waitForURL(`${shop.url}/`);
  },
);
