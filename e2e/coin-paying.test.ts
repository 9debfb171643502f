/** Paying for an order by coins of the member's wallet here, on chains whose blocks come when a test mines them. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addApp, codeOf } from '../apps/server/src/features/accounts/factors/factors.testing.ts';
import {
  type CoinShop,
  makeHolder,
  makeWallet,
  runChore,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../apps/server/src/features/coins/coins.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { minutes } from '../apps/server/src/platform/process/durations.ts';
import {
  makeCard,
  makeMember,
  type TestMember,
  testPassword,
} from '../apps/server/src/testing/builders.ts';
import { startShop } from '../apps/server/src/testing/start-shop.ts';
import { scanBoth, violations } from './axe.ts';
import { browserForFile, desktop, isLong, longTest, phone } from './browser.ts';
import {
  addToCart,
  answered,
  endlessMoves,
  hasten,
  holdBack,
  inCart,
  sidewaysScroll,
} from './journey.ts';

const { visit } = browserForFile();

/** Both in `npm run prove -- --only=long`. */
const coins = ['Bitcoin', 'Litecoin'] as const;

const oneCoin = 100_000_000n;

/** A member with a coin in one wallet and some money in the other. */
async function makeSharer(shop: CoinShop): Promise<TestMember> {
  const member = await makeMember(shop, { walletMinor: 4_00n, verified: true });
  const { receiveAddress } = await makeWallet(shop, member, 'BTC');
  await shop.sandbox.coins.btc.fund(receiveAddress, oneCoin);
  await shop.mine('btc');
  return member;
}

/** Puts a card into the cart and stands before the choice of what pays. */
async function atCart(shop: CoinShop, page: Page): Promise<void> {
  const card = await makeCard(shop);
  await addToCart(page, card.brandId);
  await inCart(page).waitFor();
  await page.goto('/account/cart');
}

const choice = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Pay with' }).getByRole('radio', { name });

/** Chooses a coin in the cart and goes to pay by it. */
async function toCoinStep(shop: CoinShop, page: Page, name: string): Promise<void> {
  await atCart(shop, page);
  await choice(page, name).check();
  await page.getByRole('button', { name: 'Checkout' }).last().click();
  await page.waitForURL('**/account/checkout?order=*');
  await page.getByRole('button', { name: /^Pay \d/ }).waitFor();
}

const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? 0);

const password = (page: Page) => page.getByLabel('Password', { exact: true });

/** Types the password, presses, and lets signer and nodes do their part. */
async function pay(shop: CoinShop, page: Page): Promise<void> {
  await password(page).fill(testPassword);
  const sent = answered(page, '/crypto/sendcoin');
  await page.getByRole('button', { name: /^Pay \d/ }).click();
  await sent;
  await shop.step();
}

/** A coin amount of a row of the list of amounts, in smallest units. */
async function unitsOf(page: Page, label: string): Promise<number> {
  const row = page.getByRole('main').locator('dl > div').filter({ hasText: label }).first();
  const shown = await row.locator('dd').first().textContent();
  // What it is worth stands below it.
  return Number(`${/[\d.]+/.exec(`${shown}`)?.[0]}`.replace('.', ''));
}

async function orders(shop: CoinShop): Promise<{ orders: number; delivered: number }> {
  return shop.db.one(sql<{ orders: number; delivered: number }>`
    select count(*)::int as orders, (count(*) filter (where state = 'delivered'))::int as delivered
    from orders`);
}

const sends = async (shop: CoinShop, anna: TestMember) =>
  (await transfersSeen(shop, anna, 'BTC')).filter(({ type }) => type === 'send');

test('PAY-01, PAY-10, PAY-11, API-43, ERR-21 an order is paid from the coin wallet, and shows by which transaction', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', oneCoin);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await toCoinStep(shop, page, 'Bitcoin');
  const step = page.getByRole('region', { name: 'Pay with Bitcoin' });
  await step.getByText('$10.00', { exact: true }).waitFor();
  expect(await step.getByRole('timer').textContent()).toMatch(
    /: (15\smin\s00|14\smin\s\d\d)\ss left\.$/,
  );
  const quote = await shop.db.one(sql<{ address: string; amount: bigint }>`
    select address, amount from coin_quotes`);
  await step.getByRole('button', { name: 'About: Amount' }).click();
  await step.getByText(quote.address).waitFor();
  const [fee, taken, left] = [
    await unitsOf(page, 'Network fee'),
    await unitsOf(page, 'You pay'),
    await unitsOf(page, 'Left in your BTC wallet'),
  ];
  expect([taken, left]).toEqual([Number(quote.amount) + fee, Number(oneCoin) - taken]);
  // The sum and the button carry what is taken in all; the fee is told in money, too.
  expect(await step.getByText((taken / 1e8).toFixed(8)).count()).toBe(2);
  const feeRow = step.locator('dl > div').filter({ hasText: 'Network fee' });
  await feeRow.getByText(/^(?:≈ \$|under )/).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await scanBoth(page, 'the coin step');
  await page.setViewportSize(phone);

  const confirming = page.waitForRequest('**/api/v1/transaction/confirmCrypto');
  const answer = await holdBack(page, '**/api/v1/transaction/confirmCrypto');
  await pay(shop, page);
  const told = (await confirming).postDataJSON();
  await page.getByText('Crypto Transaction initiated.').waitFor();
  answer();
  await page.waitForURL('**/account/checkout/success**');
  // What is delivered is not only begun.
  await page.getByText('Payment done successfully.').waitFor();
  expect(await page.getByText('Crypto Transaction initiated.').count()).toBe(0);
  const [send] = await sends(shop, anna);
  const { walletId, confirmedBalance } = await walletSeen(shop, anna, 'BTC');
  expect(told).toMatchObject({
    iId: send?.id,
    sPaymentId: send?.txid,
    sPayerId: walletId,
    eGateway: 'BitCoin',
  });
  expect(confirmedBalance).toBe(left);
  expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  await page.getByRole('button', { name: /Reveal code/ }).waitFor();
  for (const path of [page.url(), `/account/orders/${told.sOrderId}`]) {
    await page.goto(path);
    const receipt = page.getByRole('main').locator('dl', { hasText: 'Paid in Bitcoin' });
    await receipt.getByText(`${send?.txid}`).waitFor();
    const rows = ((await receipt.textContent()) ?? '').replace(/\s/g, ' ');
    expect(rows).toContain(`Amount in BTC${Number(quote.amount) / 1e8} BTC`);
    expect(rows).toMatch(/Network fee0\.\d+ BTC/);
    expect(rows).toMatch(/Rate1 BTC = \$[\d,]+\.\d\dTransaction/);
    expect(await sidewaysScroll(page)).toBe(0);
  }
  expect(await violations(page)).toEqual([]);
});

longTest(
  'HOME-02 the home page names the coins that pay here, and none where there are no nodes',
  async () => {
    const way = (page: Page) =>
      page.getByRole('listitem').filter({ hasText: 'Pay your way' }).getByRole('paragraph');
    const page = await visit((await startCoinShop()).url, { size: phone });
    await page.goto('/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await way(page).getByText('By card, in Bitcoin or Litecoin, from your wallet').waitFor();
    const without = await visit((await startShop({ working: false })).url, { size: phone });
    await without.goto('/');
    await without.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await way(without).waitFor();
    await without.waitForLoadState('networkidle');
    expect(await way(without).textContent()).toMatch(/^By card, from your wallet, or both\./);
  },
);

longTest(
  'PAY-12 a coin without a wallet or with too little says so, and without a rate it can not be chosen',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', 5_000n);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.clock.install();
    await atCart(shop, page);
    const ways = page.getByRole('group', { name: 'Pay with' });
    await choice(page, 'Bitcoin').check();
    await ways.getByText("You haven't enugh BTC balance").waitFor();
    const add = ways.getByRole('link', { name: 'Add BTC balance' });
    expect(await add.getAttribute('href')).toBe('/account/wallet?coin=BTC');
    // Another wallet may pay.
    await choice(page, 'Litecoin').check();
    const create = ways.getByRole('link', { name: 'Create a Litecoin wallet' });
    expect(await create.getAttribute('href')).toBe('/account/wallet?coin=LTC');
    await choice(page, 'Card').check();
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'a cart whose coins do not suffice');

    // What comes meanwhile is seen by itself.
    const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
    await shop.sandbox.coins.btc.fund(receiveAddress, oneCoin);
    await shop.look();
    await page.reload();
    await choice(page, 'Bitcoin').check();
    await ways.getByText('1.00000000 BTC is on its way to your wallet.').waitFor();
    await shop.mine('btc');
    const tooLittle = ways.getByText("You haven't enugh BTC balance");
    await hasten(page, async () => (await tooLittle.count()) === 0);

    await shop.moveClock(minutes(30));
    await page.reload();
    await ways
      .getByText(/^We have no reliable price for this coin right now\./)
      .first()
      .waitFor();
    // Each coin hears of it by itself.
    await expect.poll(() => choice(page, 'Bitcoin').isDisabled()).toBe(true);
    expect(await choice(page, 'Card').isChecked()).toBe(true);
  },
);

test.for(isLong ? coins : coins.slice(0, 1))(
  'an order is paid in %s from a wallet elsewhere, in two parts, and the page notices both by itself',
  async (name) => {
    const [coin, lower] =
      name === 'Bitcoin' ? (['BTC', 'btc'] as const) : (['LTC', 'ltc'] as const);
    const shop = await startCoinShop();
    const anna = await makeMember(shop, { verified: true });
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await atCart(shop, page);
    await choice(page, name).check();
    await page.getByRole('button', { name: 'Checkout' }).last().click();
    await page.waitForURL('**/account/checkout?order=*');
    const step = page.getByRole('region', { name: `Pay with ${name}` });
    await step.getByText('Waiting for your payment.').waitFor();
    const { address, amount } = await shop.db.one(sql<{ address: string; amount: bigint }>`
      select address, amount from coin_quotes`);
    const link = step.getByRole('link', { name: 'Open in a wallet app' });
    const decimal = (units: bigint) => `${Number(units) / 1e8}`;
    expect(await link.getAttribute('href')).toBe(
      `${name.toLowerCase()}:${address}?amount=${decimal(amount)}`,
    );
    const picture = step.getByRole('img', { name: `QR code for this payment in ${coin}` });
    const copies = step.getByRole('button', { name: /^Copy (amount|address)$/ });
    expect(await widthOf(picture)).toBe(176);
    const whole = await widthOf(link);
    expect(await Promise.all((await copies.all()).map(widthOf))).toEqual([whole, whole]);
    await page.setViewportSize(desktop);
    expect(await widthOf(picture)).toBe(208);
    await page.setViewportSize(phone);
    expect(await sidewaysScroll(page)).toBe(0);
    await scanBoth(page, 'paying from a wallet elsewhere');
    await page.setViewportSize(phone);

    const part = 6_000n;
    await shop.sandbox.coins[lower].fund(address, part);
    await shop.look();
    await shop.workJobs();
    await step.getByText('Partly paid').waitFor();
    // What is missing is said once, where it is sent.
    await step.getByText('Send the remaining').waitFor();
    expect(await step.getByText((Number(amount - part) / 1e8).toFixed(8)).count()).toBe(1);
    await step.getByText('Your codes appear once the rest arrives').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await link.getAttribute('href')).toContain(`amount=${decimal(amount - part)}`);
    await shop.sandbox.coins[lower].fund(address, amount - part);
    await shop.look();
    await shop.workJobs();
    // Of this way alone, and how far it is said once.
    const seen = page.getByRole('status').filter({ hasText: 'Payment detected' });
    const isSeen = async () => {
      await seen.getByText('0 of 1 confirmations').waitFor();
      await seen.getByText(`${(Number(amount) / 1e8).toFixed(8)} ${coin}`).waitFor();
      expect(await page.getByRole('tab').count()).toBe(0);
      expect(await seen.getByText('Payments from your wallet here').count()).toBe(0);
      expect(await endlessMoves(seen)).toBe(0);
    };
    await isSeen();
    await scanBoth(page, 'a payment that is seen');
    await page.setViewportSize(phone);
    // What is awaited is awaited after a reload, too.
    await page.reload();
    await isSeen();
    await shop.mine(lower);
    await shop.workJobs();
    await page.waitForURL('**/account/checkout/success**');
    await page.getByRole('button', { name: /Reveal code/ }).waitFor();
    expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  },
);

longTest(
  'once a part of an order has come from elsewhere, the wallet here can not pay the whole of it again',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', oneCoin);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    await password(page).fill(testPassword);
    const { address } = await shop.db.one(
      sql<{ address: string }>`select address from coin_quotes`,
    );
    await shop.sandbox.coins.btc.fund(address, 6_000n);
    await shop.look();
    await shop.workJobs();
    const isClosed = async () => {
      await page.getByText("Your wallet here can't pay this order").waitFor();
      await page.getByRole('link', { name: 'Open in a wallet app' }).waitFor();
      // There is nothing to choose any more.
      expect(await page.getByRole('tab').count()).toBe(0);
      expect(await page.getByRole('button', { name: /^Pay \d/ }).count()).toBe(0);
    };
    await isClosed();
    await page.reload();
    await isClosed();
    expect(await sends(shop, anna)).toHaveLength(0);
  },
);

longTest(
  'PAY-12 what is missing once the rate is locked is said with the way to add it',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', 60_000n);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    // It goes elsewhere meanwhile.
    const ben = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, ben, 'BTC');
    const body = {
      coin: 'BTC',
      amount: 45_000,
      receiveAddress,
      password: testPassword,
      purpose: 'sendCoin',
    };
    const reply = await shop.raw('POST', '/crypto/sendcoin', { token: anna.token, body });
    expect(reply.status).toBe(200);
    await password(page).fill(testPassword);
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await page.getByText("You haven't enugh BTC balance").first().waitFor();
    const link = page.getByRole('link', { name: 'Add BTC balance' });
    expect(await link.getAttribute('href')).toBe('/account/wallet?coin=BTC');
    expect(await orders(shop)).toEqual({ orders: 1, delivered: 0 });
  },
);

longTest(
  'PAY-10 a wrong password is said at its field, sends nothing, and the right one pays',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'LTC', oneCoin * 10n);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Litecoin');
    await password(page).fill('not the right one');
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await page.getByText('Password is wrong').waitFor();
    expect(await password(page).evaluate((field) => field.matches(':focus'))).toBe(true);
    expect((await walletSeen(shop, anna, 'LTC')).confirmedBalance).toBe(Number(oneCoin * 10n));
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
    expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  },
);

/** Sets the device's clock apart from the time, before any script of a page. */
const setClockApart = (page: Page, byMs: number) =>
  page.addInitScript(`{
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Real.now() + ${byMs});
      }
      static now() {
        return Real.now() + ${byMs};
      }
    };
  }`);

test.each([
  ['an hour ahead', minutes(60)],
  ['sixteen minutes behind', minutes(-16)],
])(
  'PAY-10 on a device whose clock is %s the rate is held for as long as the server says',
  async (_where, byMs) => {
    const shop = await startCoinShop();
    const anna = await makeSharer(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await setClockApart(page, byMs);
    await toCoinStep(shop, page, 'Bitcoin');
    await page
      .getByRole('timer')
      .getByText(/(15\smin\s00|14\smin\s\d\d)\ss left/)
      .waitFor();
    await page.goto('/account/orders');
    await page.getByText('15 min left').waitFor();
    await page.goto('/account/cart');
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
    expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  },
);

test('PAY-10 a payment page whose order is cancelled elsewhere asks for no more coins, says what becomes of those that still come, and orders anew', async () => {
  const shop = await startCoinShop();
  const anna = await makeSharer(shop);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await toCoinStep(shop, page, 'Bitcoin');
  const { id } = await shop.db.one(sql<{ id: string }>`select client_id as id from orders`);
  const body = { sOrderId: id };
  expect((await shop.raw('POST', '/transaction/cancel', { token: anna.token, body })).status).toBe(
    200,
  );
  const notice = page.getByRole('alert').filter({ hasText: 'This order was cancelled' });
  await notice.getByText('credited to your wallet at the rate of that moment').waitFor();
  expect(await page.getByText('Send exactly').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Pay \d/ }).count()).toBe(0);
  await scanBoth(page, 'a cancelled coin step');
  await page.getByRole('button', { name: "Order again at today's rate" }).click();
  await pay(shop, page);
  await page.waitForURL('**/account/checkout/success**');
  expect(await orders(shop)).toEqual({ orders: 2, delivered: 1 });
});

longTest(
  'a rate whose time is over takes nothing, and one press orders again at the rate of today',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeSharer(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await page.clock.install();
    await toCoinStep(shop, page, 'Bitcoin');
    await shop.moveClock(minutes(16));
    await page.clock.fastForward('16:00');
    await page.getByRole('alert').getByText('This rate has expired').waitFor();
    expect(await page.getByRole('button', { name: /^Pay \d/ }).count()).toBe(0);
    await runChore(shop, 'rates.spots');
    await page.getByRole('button', { name: "Order again at today's rate" }).click();
    await page.getByRole('timer').waitFor();
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
    expect(await orders(shop)).toEqual({ orders: 2, delivered: 1 });
    expect(await sends(shop, anna)).toHaveLength(1);
    // What the first one had set aside of the wallet was free for the second.
    expect(await anna.balance()).toBe(0n);
  },
);

longTest(
  'ERR-10 a payment that comes too late is refused in the words of the shop, and nothing is sent',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', oneCoin);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    // The clock of this device is behind.
    await shop.moveClock(minutes(16));
    await password(page).fill(testPassword);
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await page
      .getByRole('alert')
      .getByText(/^The 15 minutes for this rate have passed/)
      .first()
      .waitFor();
    expect(await sends(shop, anna)).toEqual([]);
    await runChore(shop, 'rates.spots');
    await page.getByRole('button', { name: "Order at today's rate" }).click();
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
  },
);

test('API-43 a reload between sending and telling tells again, and the order is paid once', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', oneCoin);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await toCoinStep(shop, page, 'Bitcoin');
  const amount = await page.getByRole('button', { name: /^Pay \d/ }).textContent();
  // Before anything is sent, a reload finds the same quote.
  await page.reload();
  expect(await page.getByRole('button', { name: /^Pay \d/ }).textContent()).toBe(amount);
  const calls = '**/api/v1/transaction/confirmCrypto';
  await page.route(calls, (route) => route.abort());
  await pay(shop, page);
  await page.getByRole('status').getByText('Your coins are on their way').waitFor();
  expect(await orders(shop)).toEqual({ orders: 1, delivered: 0 });
  await page.unroute(calls);
  await page.reload();
  await page.waitForURL('**/account/checkout/success**');
  await page.getByText('Payment done successfully.').waitFor();
  expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  expect(await sends(shop, anna)).toHaveLength(1);
  // After it, the way back does not lead into paying again.
  await page.goBack();
  await page.getByText('Ooops! Your cart is currently empty.').waitFor();
  expect(await page.getByText('You have an unpaid order').count()).toBe(0);
});

test('an answer to the sending that was lost does not lead to a second payment: the order is asked', async () => {
  const shop = await startCoinShop({ working: true });
  const anna = await makeHolder(shop, 'BTC', oneCoin);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await toCoinStep(shop, page, 'Bitcoin');
  await page.route('**/api/v1/crypto/sendcoin', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await password(page).fill(testPassword);
  await page.getByRole('button', { name: /^Pay \d/ }).click();
  await page.getByRole('status').getByText('Your coins are on their way').waitFor();
  await page.reload();
  await page.getByRole('status').getByText('Your coins are on their way').waitFor();
  await shop.sign();
  await page.waitForURL('**/account/checkout/success**');
  expect(await sends(shop, anna)).toHaveLength(1);
});

longTest('two presses, and a press in another tab, pay once', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', oneCoin);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await toCoinStep(shop, page, 'Bitcoin');
  const other = await visit(shop.url, { token: anna.token, size: phone });
  await other.goto('/account/orders');
  await other.getByText(/^1[45]\smin left$/).waitFor();
  await other.getByRole('link', { name: 'Pay $10.00' }).click();
  await password(other).fill(testPassword);

  await password(page).fill(testPassword);
  const letGo = await holdBack(page, '**/api/v1/crypto/sendcoin');
  await page.getByRole('button', { name: /^Pay \d/ }).dblclick();
  letGo();
  await page.getByRole('status').getByText('Your coins are on their way').waitFor();
  await other.getByRole('button', { name: /^Pay \d/ }).click();
  await shop.step();
  await page.waitForURL('**/account/checkout/success**');
  await other.waitForURL('**/account/checkout/success**');
  expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  expect(await sends(shop, anna)).toHaveLength(1);
});

longTest(
  'CART-15, PAY-01 the wallet gives its share, and the coin pays the rest of it',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeSharer(shop);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    const step = page.getByRole('region', { name: 'Pay with Bitcoin' });
    await step.getByText('$6.00', { exact: true }).waitFor();
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
    expect(await anna.balance()).toBe(0n);
    expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  },
);

test('an order can be begun, paid and put back by the keyboard alone', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', oneCoin);
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await atCart(shop, page);
  await expect.poll(() => choice(page, 'Bitcoin').isEnabled()).toBe(true);
  await choice(page, 'Card').focus();
  await page.keyboard.press('ArrowDown');
  expect(await choice(page, 'Bitcoin').isChecked()).toBe(true);
  const checkout = page.getByRole('button', { name: 'Checkout' }).last();
  await checkout.press('Enter');
  await password(page).waitFor();
  await page.getByRole('button', { name: 'Back to cart' }).press('Enter');
  await page.waitForURL('**/account/cart');
  await expect.poll(() => choice(page, 'Bitcoin').isEnabled()).toBe(true);
  await choice(page, 'Bitcoin').press('Space');
  await checkout.press('Enter');
  await password(page).fill(testPassword);
  const sent = answered(page, '/crypto/sendcoin');
  await page.keyboard.press('Enter');
  await sent;
  await shop.step();
  await page.waitForURL('**/account/checkout/success**');
  expect(await orders(shop)).toEqual({ orders: 2, delivered: 1 });
});

longTest('PAY-10 who has a second factor is asked for it in place of the password', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'BTC', oneCoin);
  const { secret } = await addApp(shop, anna);
  // The proof of setting it up does not last.
  await shop.moveClock(minutes(6));
  await runChore(shop, 'rates.spots');
  const page = await visit(shop.url, { token: anna.token, size: phone });
  await toCoinStep(shop, page, 'Bitcoin');
  expect(await password(page).count()).toBe(0);
  await page.getByRole('button', { name: /^Pay \d/ }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This code is wrong').waitFor();
  expect(await sends(shop, anna)).toEqual([]);
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(shop, secret, 1));
  const sent = page.waitForResponse(
    (answer) => answer.url().endsWith('/crypto/sendcoin') && answer.ok(),
  );
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await sent;
  await shop.step();
  await page.waitForURL('**/account/checkout/success**');
  expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
});

longTest(
  'without a network nothing is lost: it is said, and the next press pays once',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', oneCoin);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    await page.context().setOffline(true);
    await password(page).fill(testPassword);
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await page.getByRole('alert').getByText('Server is unavailable.').first().waitFor();
    expect(await password(page).inputValue()).toBe(testPassword);
    await page.context().setOffline(false);
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
    expect(await sends(shop, anna)).toHaveLength(1);
  },
);

longTest(
  'ERR-01 the step by coins keeps its way, address and amount over a reload and a way back, and says when it can not look',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', oneCoin);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    const step = page.getByRole('region', { name: 'Pay with Bitcoin' });
    await step.getByRole('tab', { name: 'Another wallet' }).click();
    await step.getByText('Waiting for your payment.').waitFor();
    const link = step.getByRole('link', { name: 'Open in a wallet app' });
    const wanted = await link.getAttribute('href');
    await page.reload();
    await step.getByText('Waiting for your payment.').waitFor();
    expect(await link.getAttribute('href')).toBe(wanted);
    await page.goBack();
    await page.waitForURL('**/account/cart');
    await page.goForward();
    await page.waitForURL('**/account/checkout?order=*');
    await step.getByText('Waiting for your payment.').waitFor();
    expect(await link.getAttribute('href')).toBe(wanted);

    await page.context().setOffline(true);
    await step.getByText('Checking again…').waitFor();
    expect(await step.getByText('Waiting for your payment.').count()).toBe(0);
    expect(await link.getAttribute('href')).toBe(wanted);
    expect(await sidewaysScroll(page)).toBe(0);
    const { address, amount } = await shop.db.one(sql<{ address: string; amount: bigint }>`
    select address, amount from coin_quotes`);
    await shop.sandbox.coins.btc.fund(address, amount);
    await shop.look();
    await shop.workJobs();
    await page.context().setOffline(false);
    await page.getByText('0 of 1 confirmations').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Checking again…').waitFor();
    // Nobody knows how far it is: no old number stands beside that.
    expect(await page.getByText(/of \d+ confirmations/).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await shop.mine('btc');
    await shop.workJobs();
    await page.context().setOffline(false);
    await page.waitForURL('**/account/checkout/success**');
    expect(await orders(shop)).toEqual({ orders: 1, delivered: 1 });
  },
);

longTest(
  'ERR-10 coins that could not be sent are said to be back, and the same cards can be ordered anew',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, 'BTC', oneCoin);
    const page = await visit(shop.url, { token: anna.token, size: phone });
    await toCoinStep(shop, page, 'Bitcoin');
    // As the shop answers while such a payment comes to nothing.
    await page.route('**/api/v1/crypto/sendcoin', (route) => route.abort());
    let paying = true;
    await page.route('**/api/v1/transactions/*', async (route) => {
      const answer = await route.fetch();
      const reply = await answer.json();
      if (paying) reply.data.bPaying = true;
      await route.fulfill({ response: answer, json: reply });
    });
    await password(page).fill(testPassword);
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await page.getByRole('status').getByText('Your coins are on their way').waitFor();
    paying = false;
    await page
      .getByRole('alert')
      .getByText(/^The payment failed\./)
      .first()
      .waitFor();
    await page.unroute('**/api/v1/crypto/sendcoin');
    // Codes and wallet money of the first order are free at once.
    await expect
      .poll(() => shop.db.one(sql<{ state: string }>`select state from orders`))
      .toEqual({ state: 'failed' });
    await page.getByRole('button', { name: "Order at today's rate" }).click();
    await pay(shop, page);
    await page.waitForURL('**/account/checkout/success**');
    expect(await orders(shop)).toEqual({ orders: 2, delivered: 1 });
  },
);
