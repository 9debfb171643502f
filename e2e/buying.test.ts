import { text } from '@giftlane/texts/text.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setOption } from '../apps/server/src/features/content/content.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  testPassword,
} from '../apps/server/src/testing/builders.ts';
import { atProvider, initiated } from '../apps/server/src/testing/buying.ts';
import { everyCaptureSettled } from '../apps/server/src/testing/faults.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { browserForFile, longTest, phone } from './browser.ts';
import {
  addToCart,
  atPayPal,
  fillSignUp,
  inCart,
  openOrder,
  quantities,
  toCheckout,
} from './journey.ts';

const { visit } = browserForFile();

test('CARD-13, CARD-14, PAY-03, PAY-04, PAY-06, PAY-07, ORD-09, ERR-11 a visitor finds a card, signs up, verifies, pays by card and copies the code', async () => {
  const shop = await startShop();
  const card = await makeCard(shop, { priceMinor: 25_00n });
  const page = await visit(shop.url);

  await page.goto('/gift-cards');
  await page
    .getByRole('link', { name: /Nimbus/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await page.waitForURL('**/auth/login');

  await page
    .getByRole('main')
    .getByRole('link', { name: /Create an account|Sign up/ })
    .click();
  await fillSignUp(page, 'vera@example.com', 'Passw0rd-of-vera');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/account/cart');

  const inbox = await page.context().newPage();
  await inbox.goto(shop.sandbox.inboxUrl);
  await inbox.getByLabel('Sent to').fill('vera@example.com');
  await inbox.getByRole('link', { name: 'To vera@example.com' }).click();
  const mail = inbox.frameLocator('iframe[title="The mail as designed"]');
  const link = await mail.getByRole('link', { name: 'Verify email address' }).getAttribute('href');
  await page.goto(new URL(link ?? '').pathname);
  await page.waitForURL('**/mail/verified');
  await page.getByRole('link', { name: 'Go to your cart' }).click();
  await page.waitForURL('**/account/cart');
  await expect.poll(() => page.getByText('Total payable').count()).toBeGreaterThan(0);
  const choice = page.getByRole('group', { name: 'Pay with' });
  expect(await choice.getByRole('radio', { name: /^Card/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  const provider = await opening;
  await provider.getByText('$25.00').waitFor();
  const begun = new URL(provider.url()).searchParams.get('token');
  const atTheirs = async () =>
    (await fetch(`${shop.sandbox.paypalUrl}/checkoutnow/orders/${begun}`)).json();
  const amount = { value: '25.00', currency_code: 'USD' };
  expect(await atTheirs()).toMatchObject({ status: 'CREATED', amount });
  await provider.getByRole('button', { name: 'Pay with sandbox card' }).click();
  await page.waitForURL('**/account/checkout/success**');
  expect(await atTheirs()).toMatchObject({ status: 'COMPLETED', amount });

  await page.getByRole('button', { name: /Reveal code/ }).click();
  await page.getByRole('button', { name: /Copy code/ }).click();
  await page.getByText('Code copied').waitFor();
  expect(card.codes).toContain(await page.evaluate<string>('navigator.clipboard.readText()'));
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await page.getByRole('link', { name: 'Go to My Orders' }).click();
  const order = page.getByRole('article');
  await order.getByText(`Order ${number}`).waitFor();
  expect(await order.count()).toBe(1);
  await order.getByText('Delivered', { exact: true }).first().waitFor();
});

/** Gives the password where the shop wants to know that it is its member. */
async function proveIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: text('security.prove.title') });
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword);
  await dialog.getByRole('button', { name: text('security.prove.action') }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('PAY-05, CART-06, CART-07, ERR-20 500 cards, half from the wallet and half by card', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 2500_00n });
  const card = await makeCard(shop, { priceMinor: 10_00n, codes: 500 });
  const page = await visit(shop.url, { token: anna.token });
  await addToCart(page, card.brandId, 500);
  await inCart(page, 500).waitFor();
  await page.goto('/account/cart');
  await page.getByText('Left to pay').first().waitFor();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.waitForURL('**/account/checkout');
  // So much from the wallet takes a proof; then the order is placed, and the card pays the rest.
  await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
  await proveIn(page);
  await atPayPal(page, 'Pay with sandbox card');
  await page.waitForURL('**/account/checkout/success**');
  await page.getByText('Payment done successfully.').waitFor();
  await page.getByText('500 ×').first().waitFor();
  expect(await anna.balance()).toBe(0n);
  const { sold } = await shop.db.one(
    sql<{ sold: number }>`select count(*)::int as sold from codes where state = 'sold'`,
  );
  expect(sold).toBe(500);
});

test('PAY-02, ERR-19 the wallet alone: Checkout places the order at once', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await addToCart(page, card.brandId, 2);
  await inCart(page, 2).waitFor();
  await page.goto('/account/cart');
  await page.getByText('$80.00 stays in your wallet. Your codes appear right away.').waitFor();
  // What the press takes stands beside it.
  const bar = page.locator('[data-reach-bar]').last();
  expect(await bar.innerText()).toMatch(/You pay from your wallet\s+\$20\.00\s+Checkout/);
  expect(await page.getByText('Left to pay').count()).toBe(0);
  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await page.waitForURL('**/account/checkout/success**');
  await page.getByText('Order placed successfully.').waitFor();
  expect(await anna.balance()).toBe(80_00n);
});

test('PAY-02 a large purchase from the wallet asks for the password, and is placed by it', async () => {
  const shop = await startShop();
  await setOption(shop.db, 'wallet_purchases_without_password', '15');
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await addToCart(page, card.brandId, 2);
  await inCart(page, 2).waitFor();
  await page.goto('/account/cart');
  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await proveIn(page);
  await page.waitForURL('**/account/checkout/success**');
  expect(await anna.balance()).toBe(80_00n);
});

test('a declined card says so, and another one pays', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token });
  await toCheckout(page, card.brandId);
  await atPayPal(page, 'Use a card that is declined');
  await page.getByText('Your payment was declined').first().waitFor();
  await atPayPal(page, 'Pay with sandbox card');
  await page.waitForURL('**/account/checkout/success**');
  // What was said of the first try does not stand above the codes of the second.
  await page.getByText('Payment done successfully.').waitFor();
  expect(await page.getByText('Your payment was declined').count()).toBe(0);
});

longTest(
  'a payment of another amount says that it goes back, also in the list of orders, and the next one pays',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token });
    await toCheckout(page, card.brandId);
    shop.sandbox.faults.add({ operation: 'capture', kind: 'wrong_amount', value: '5.00' });
    await atPayPal(page, 'Pay with sandbox card');
    await page
      .getByText("The payment doesn't match this order. We're returning all of it.")
      .first()
      .waitFor();
    // What was to be bought is in the cart again.
    await expect.poll(() => quantities(shop, anna.token)).toEqual([1]);
    const { id } = await shop.db.one(sql<{ id: string }>`select client_id as id from orders`);
    await atPayPal(page, 'Pay with sandbox card');
    await page.waitForURL('**/account/checkout/success**');
    await page.goto(`/account/checkout/success?order=${id}`);
    await page.getByRole('heading', { name: 'Order not completed' }).waitFor();
    await page.getByText("A payment of $5.00 doesn't match this order").waitFor();
    await page.goto('/account/cart');
    await page.getByText('Ooops! Your cart is currently empty.').first().waitFor();
    await page.goto('/account/orders');
    await page.getByText("A payment of $5.00 doesn't match this order").first().waitFor();
    expect(await page.locator('p', { hasText: /^Pending$/ }).count()).toBe(0);
    await everyCaptureSettled(shop);
  },
);

longTest(
  'an order that is refused because of unpaid ones leads to them first, and is paid all the same',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const page = await visit(shop.url, { token: anna.token });
    await toCheckout(page, card.brandId);
    const refusal = { status: 409, message: 'Pay or cancel one first.', data: null };
    await page.route(
      '**/transaction/initiate',
      (route) =>
        route.fulfill({ status: 409, json: { ...refusal, code: 'order.too_many_unpaid' } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Pay by sandbox card' }).click();
    const way = page.getByRole('alert').getByRole('link', { name: 'See unpaid orders' });
    await way.waitFor();
    // The button is drawn anew, as a quiet one: a keyboard is not thrown off the page.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await atPayPal(page, 'Pay with sandbox card');
    await page.waitForURL('**/account/checkout/success**');
    expect(await way.count()).toBe(0);
  },
);

test('ERR-09 a cancelled payment says "Payment cancelled."', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token });
  await toCheckout(page, card.brandId);
  await atPayPal(page, 'Cancel and go back');
  await page.getByText('Payment cancelled.').first().waitFor();
});

longTest(
  'what was begun on one device is paid on another, once, and the first one learns of it',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const desk = await visit(shop.url, { token: anna.token });
    await toCheckout(desk, card.brandId);
    await atPayPal(desk, 'Cancel and go back');
    await desk.getByText('Payment cancelled.').first().waitFor();

    const mobile = await visit(shop.url, { token: anna.token, size: phone });
    await mobile.goto('/account/orders');
    await mobile.getByText(/^(29|30)\smin left$/).waitFor();
    await mobile.getByRole('link', { name: 'Pay $10.00' }).click();
    await mobile.waitForURL('**/account/checkout?**');
    await atPayPal(mobile, 'Pay with sandbox card');
    await mobile.waitForURL('**/account/checkout/success**');
    await mobile.getByText('Payment done successfully.').waitFor();

    await desk.reload();
    await desk.waitForURL('**/account/checkout/success**');
    const { orders, paid } = await shop.db.one(sql<{ orders: number; paid: number }>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from orders where state = 'delivered') as paid`);
    expect([orders, paid]).toEqual([1, 1]);
  },
);

longTest(
  'an order that was cancelled on another device says that nothing was charged, and the next press is a new one',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop);
    const card = await makeCard(shop);
    const mobile = await visit(shop.url, { token: anna.token, size: phone });
    await toCheckout(mobile, card.brandId);
    await atPayPal(mobile, 'Cancel and go back');
    await mobile.getByText('Payment cancelled.').first().waitFor();
    const desk = await visit(shop.url, { token: anna.token });
    await openOrder(desk);
    await desk.getByRole('button', { name: 'Cancel order' }).click();
    const question = desk.getByRole('dialog', { name: 'Cancel this order?' });
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await desk.getByText('Order cancelled', { exact: true }).waitFor();

    await mobile.getByRole('button', { name: 'Pay by sandbox card' }).click();
    await mobile.getByText('This order can no longer be paid.').first().waitFor();
    await mobile.getByText(/^You weren't charged\. Pay below/).waitFor();
    await atPayPal(mobile, 'Pay with sandbox card');
    await mobile.waitForURL('**/account/checkout/success**');
  },
);

longTest(
  'while the provider holds an approved payment, no device offers to cancel or to pay again',
  async () => {
    const shop = await startShop({ working: false });
    const { anna, sPaymentId, confirm } = await initiated(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await openOrder(page);
    const order = page.getByRole('article').first();
    await order.getByRole('link', { name: 'Pay $30.00' }).waitFor();
    await order.getByRole('button', { name: 'Cancel order' }).waitFor();
    // The money is taken, and nobody hears of it yet.
    shop.sandbox.faults.add({ operation: 'capture', kind: 'http_500', after: true });
    await atProvider(shop, sPaymentId, 'approve');
    await confirm();
    await page.reload();
    await order.getByText(/^Your payment is being processed\./).waitFor();
    expect(await order.getByRole('link', { name: 'Pay $30.00' }).count()).toBe(0);
    expect(await order.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  },
);

test('a tab closed after the approval: the order still completes', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop);
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token });
  await toCheckout(page, card.brandId);
  // The shop's tab never hears of the approval.
  await page.route('**/api/v1/transaction', (route) => route.abort());
  await atPayPal(page, 'Pay with sandbox card');
  await page.close();
  await expect
    .poll(
      async () =>
        (await shop.db.one(sql<{ state: string }>`select state from orders limit 1`)).state,
    )
    .toBe('delivered');
});

longTest('a price that changed in the cart is shown before anything is paid', async () => {
  const shop = await startShop();
  const anna = await makeMember(shop, { walletMinor: 100_00n });
  const card = await makeCard(shop);
  const page = await visit(shop.url, { token: anna.token });
  await addToCart(page, card.brandId);
  await inCart(page, 1).waitFor();
  await page.goto('/account/cart');
  await page.getByText('$10.00').first().waitFor();
  await shop.db.run(sql`update cards set price_minor = 1200 where id = ${card.id}`);
  await shop.catalog.refresh();
  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await page.getByText('A price has changed').first().waitFor();
  expect(await anna.balance()).toBe(100_00n);
  // One set of figures: the line, the sums and the button tell of the new price.
  await page.getByText('Was $10.00').waitFor();
  await page.getByRole('region', { name: 'Summary' }).getByText('$12.00').first().waitFor();
  expect(await page.getByRole('button', { name: 'Checkout' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Accept and pay \$/ }).click();
  await page.waitForURL('**/account/checkout/success**');
  expect(await anna.balance()).toBe(88_00n);
});

longTest(
  'PAY-04 codes that come a moment after the payment appear by themselves, and it is said',
  async () => {
    const shop = await startShop();
    const anna = await makeMember(shop, { walletMinor: 100_00n });
    const card = await makeCard(shop);
    const body = orderBody(anna, { card, totalMinor: 10_00n });
    expect((await shop.raw('POST', '/transaction', { token: anna.token, body })).status).toBe(200);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    let waiting = true;
    await page.route('**/api/v1/transactions/*', async (route) => {
      const answer = await route.fetch();
      const reply = await answer.json();
      const [line] = reply.data.aCartData;
      if (waiting) {
        Object.assign(reply.data, { eStatus: 'Paid', nStatus: 5 });
        Object.assign(line, { eStatus: 1, nCodes: 0, aCardCode: [] });
      }
      await route.fulfill({ response: answer, json: reply });
    });
    await page.goto(`/account/checkout/success?order=${body.sOrderId}`);
    const words = page.getByRole('main').locator('p[aria-live="polite"]').first();
    await expect.poll(() => words.textContent()).toMatch(/^We received your payment\./);
    expect(await page.getByRole('button', { name: /Reveal/ }).count()).toBe(0);
    await words.evaluate((region) => Object.assign(region, { seenBefore: true }));
    waiting = false;
    await page.getByRole('button', { name: 'Reveal code S1' }).waitFor();
    expect(await words.textContent()).toMatch(/Your codes are ready\./);
    // The same region, filled anew: one that comes with its text would stay unheard.
    expect(await words.evaluate((region) => 'seenBefore' in region)).toBe(true);
  },
);
