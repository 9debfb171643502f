/** Orders paid from any other wallet: what comes to their address, in time or late, enough or not. */

import { closeAccount, reopenAccount } from '@giftlane/contract/members/my-data.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { showCoinPayment } from '@giftlane/contract/money/crypto.ts';
import { listWalletTransactions } from '@giftlane/contract/money/wallet.ts';
import { cancelOrder, initiate } from '@giftlane/contract/shop/checkout.ts';
import { showOrder, viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, test } from 'vitest';
import { runOn } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { hours, minutes } from '../../../platform/process/durations.ts';
import {
  isFrozen,
  loadCodes,
  makeCard,
  makeMember,
  orderBody,
  type TestMember,
  testPassword,
} from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { freeze } from '../../accounts/accounts.ts';
import { closingObstacles } from '../../mydata/closing-obstacles.ts';
import { linkIn, mailsTo } from '../../newsletter/readers.testing.ts';
import { waitingForCodes } from '../../orders/orders.ts';
import {
  type CoinShop,
  longOnSandbox,
  lowerCoin,
  mainCoin,
  onSandbox,
  runChore,
  startCoinShop,
  transfersSeen,
} from '../coins.testing.ts';
import { coinOrder, orderOf, payQuote, type Quoted } from '../wallets/paying.testing.ts';
import { paidOtherwise } from './spent-otherwise.testing.ts';

const lower = { BTC: 'btc', LTC: 'ltc' } as const;

/** A member without any coin wallet begins to buy for 30.00. */
async function begun(coin: CoinName = mainCoin, options: { testNet?: boolean } = {}) {
  const shop = await startCoinShop(options);
  // Prices that stand still: those of the sandbox wander with the clock.
  shop.sandbox.setCoinRates({ BTC: 98_765.43, LTC: 101.01 });
  await runChore(shop, 'rates.spots');
  const anna = await makeMember(shop, { verified: true });
  return { shop, anna, ...(await orderOf(shop, anna, coin)) };
}

const orderSeen = async (shop: CoinShop, { token }: TestMember, { sOrderId }: Quoted) =>
  (await shop.call(showOrder, { token, params: { id: sOrderId } })).body.data;

const cameSeen = async (shop: CoinShop, { token }: TestMember, { sOrderId }: Quoted) =>
  (await shop.call(showCoinPayment, { token, params: { id: sOrderId } })).body.data;

/** Somebody's wallet elsewhere pays; the shop sees it waiting. */
async function comes(shop: CoinShop, coin: CoinName, address: string, units: number) {
  const txid = await shop.sandbox.coins[lower[coin]].fund(address, BigInt(units));
  await shop.look();
  await shop.workJobs();
  return txid;
}

async function mined(shop: CoinShop, coin: CoinName = mainCoin) {
  await shop.mine(lower[coin]);
  await shop.workJobs();
}

/** What waits to be tried again, or for a day to pass, is due: the queue goes by the clock on the wall. */
async function workLater(shop: CoinShop) {
  await shop.db.run(sql`update jobs set due_at = now()`);
  await shop.workJobs();
}

/** The time of the rate is over. */
async function late(shop: CoinShop) {
  await shop.moveClock(minutes(16));
  await runChore(shop, 'rates.spots');
  await runChore(shop, 'checkout.lapse');
  await shop.workJobs();
}

/** What so many units are worth in US dollars at the rate of the quote, rounded down, in cents. */
const worth = (units: number, { nRate }: Quoted) =>
  (BigInt(units) * BigInt(Math.round(nRate * 100))) / 100_000_000n;

const unmatched = async (shop: CoinShop) =>
  (
    await shop.db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units from ledger_accounts a
      join ledger_postings p on p.account_id = a.id where a.name like 'house:unmatched:%'`)
  ).units;

test.for(['BTC', 'LTC'] as const)(
  'an order is paid in %s from any other wallet, once that is confirmed, and waits for it meanwhile',
  async (coin) => {
    const { shop, anna, quote } = await begun(coin);
    const { nCoinAmount, sReceiveAddress } = quote;
    expect(await cameSeen(shop, anna, quote)).toMatchObject({
      coin,
      sReceiveAddress,
      nAmount: nCoinAmount,
      nCame: 0,
      nConfirmations: 0,
      nNeeded: 1,
    });
    const txid = await comes(shop, coin, sReceiveAddress, nCoinAmount);
    expect(await cameSeen(shop, anna, quote)).toMatchObject({ nCame: nCoinAmount });
    await late(shop);
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Pending', bPaying: true });
    await mined(shop, coin);
    expect(await orderSeen(shop, anna, quote)).toMatchObject({
      eStatus: 'Delivered',
      sPaymentId: txid,
    });
    // Whoever comes back to the page of payment is led on, and not asked once more.
    expect(await cameSeen(shop, anna, quote)).toMatchObject({ nCame: nCoinAmount, bPaying: true });
    expect([await anna.balance(), await unmatched(shop)]).toEqual([0n, 0n]);
  },
);

onSandbox.for([
  ['BTC', 3],
  ['LTC', 6],
] as const)(
  'what comes in %s pays the order at the confirmation %i of the options, and at none before',
  async ([coin, nNeeded]) => {
    const { shop, anna, quote } = await begun(coin, { testNet: true });
    await comes(shop, coin, quote.sReceiveAddress, quote.nCoinAmount);
    await shop.sandbox.coins[lower[coin]].mine(nNeeded - 2);
    await mined(shop, coin);
    expect(await cameSeen(shop, anna, quote)).toMatchObject({
      nNeeded,
      nConfirmations: nNeeded - 1,
    });
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Pending', bPaying: true });
    // A fork of all of them: it begins anew.
    await shop.sandbox.coins[lower[coin]].reorganise(nNeeded - 1);
    await shop.look();
    await shop.sandbox.coins[lower[coin]].mine(nNeeded - 2);
    await mined(shop, coin);
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Pending' });
    await mined(shop, coin);
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
    expect(await unmatched(shop)).toBe(0n);
  },
);

test('it may come in two parts; the second is asked for', async () => {
  const { shop, anna, quote } = await begun();
  const { nCoinAmount, sReceiveAddress } = quote;
  await comes(shop, mainCoin, sReceiveAddress, 10_000);
  await mined(shop);
  expect(await cameSeen(shop, anna, quote)).toMatchObject({ nCame: 10_000, nConfirmations: 1 });
  expect(await orderSeen(shop, anna, quote)).not.toHaveProperty('bPaying');
  await comes(shop, mainCoin, sReceiveAddress, nCoinAmount - 10_000);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Pending', bPaying: true });
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
});

test('too little is bought from its buyer when the order lapses, at the rate of that moment, once', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, 10_000);
  await mined(shop);
  expect(await anna.balance()).toBe(0n);
  await late(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  expect(await anna.balance()).toBe(worth(10_000, quote));
  await shop.look();
  await shop.workJobs();
  expect(await anna.balance()).toBe(worth(10_000, quote));
  const { body } = await shop.call(listWalletTransactions, { token: anna.token });
  expect(body.data[0]).toMatchObject({
    sType: 'credit',
    sDescription: "Coins that didn't pay for an order",
    sOrderId: quote.sOrderId,
  });
  expect(shop.sandbox.mails(anna.email)[0]?.text).toContain(`0.0001 ${mainCoin}`);
});

test('so is what comes when the rate is over, to an order that lapsed or was cancelled, or once more', async () => {
  const { shop, anna, quote } = await begun();
  const { nCoinAmount, sReceiveAddress } = quote;
  await late(shop);
  await comes(shop, mainCoin, sReceiveAddress, nCoinAmount);
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  expect(await anna.balance()).toBe(worth(nCoinAmount, quote));
  await comes(shop, mainCoin, sReceiveAddress, 20_000);
  await mined(shop);
  expect(await anna.balance()).toBe(worth(nCoinAmount, quote) + worth(20_000, quote));

  const ben = await makeMember(shop, { verified: true });
  const second = await orderOf(shop, ben, mainCoin);
  await shop.call(cancelOrder, { token: ben.token, body: { sOrderId: second.quote.sOrderId } });
  await comes(shop, mainCoin, second.quote.sReceiveAddress, nCoinAmount);
  await mined(shop);
  expect(await ben.balance()).toBe(worth(nCoinAmount, second.quote));
});

test('what is too much is bought, and the order delivered', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount + 30_000);
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
  expect(await anna.balance()).toBe(worth(30_000, quote));
  expect(await unmatched(shop)).toBe(0n);
});

longTest(
  'without a rate it waits for one, and what paid the order pays it all the same',
  async () => {
    const { shop, anna, quote } = await begun();
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount + 30_000);
    await shop.moveClock(minutes(5));
    await mined(shop);
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
    expect([await anna.balance(), await unmatched(shop)]).toEqual([0n, 30_000n]);
    await runChore(shop, 'rates.spots');
    await workLater(shop);
    expect(await anna.balance()).toBe(worth(30_000, quote));
  },
);

onSandbox('what leaves the nodes again does not pay: the order asks again, or lapses', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ bPaying: true });
  await shop.sandbox.coins[lowerCoin].evict();
  await shop.look();
  await shop.workJobs();
  expect(await orderSeen(shop, anna, quote)).not.toHaveProperty('bPaying');
  expect(await cameSeen(shop, anna, quote)).toMatchObject({ nCame: 0 });
  await late(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
});

test('5 a payment nobody confirms for two hours holds the codes no longer, counts as held for its buyer, and is bought when it comes', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await shop.moveClock(hours(2) - minutes(1));
  await workLater(shop);
  await runChore(shop, 'checkout.lapse');
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ bPaying: true });
  await shop.moveClock(minutes(1));
  await runChore(shop, 'checkout.lapse');
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  await runChore(shop, 'rates.fetch');
  await runChore(shop, 'rates.spots');
  await mined(shop);
  expect(await anna.balance()).toBe(worth(quote.nCoinAmount, quote));
  const { sPayerId, ...body } = orderBody(anna, {
    card: await makeCard(shop, { codes: 1 }),
    totalMinor: 10_00n,
    walletMinor: 0n,
    gateway: 'PayPal',
  });
  const { code } = (await shop.call(initiate, { token: anna.token, body })).body;
  expect(code).toBe('order.given_back_often');
});

test('while it is paid from elsewhere the wallet here does not pay too, nor is it cancelled', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, mainCoin);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  const [sent, cancelled] = [
    await payQuote(shop, anna, mainCoin, quote),
    await shop.call(cancelOrder, { token: anna.token, body: { sOrderId: quote.sOrderId } }),
  ];
  expect([sent.body.code, cancelled.body.code]).toEqual(['coins.quote_over', 'order.being_paid']);
});

test('paid from the wallet here and from elsewhere, one pays and the other is bought', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, mainCoin);
  await payQuote(shop, anna, mainCoin, quote);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await shop.step();
  await shop.workJobs();
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
  await mined(shop);
  expect(await anna.balance()).toBe(worth(quote.nCoinAmount, quote));
  expect((await transfersSeen(shop, anna, mainCoin))[0]).toMatchObject({ state: 'confirmed' });
});

test('a part came from elsewhere and the wallet here paid the whole: it is paid once, and the part is bought', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, mainCoin);
  await comes(shop, mainCoin, quote.sReceiveAddress, 10_000);
  await payQuote(shop, anna, mainCoin, quote);
  await shop.step();
  await shop.workJobs();
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
  await mined(shop);
  expect([await anna.balance(), await unmatched(shop)]).toEqual([worth(10_000, quote), 0n]);
  expect((await transfersSeen(shop, anna, mainCoin)).map(({ type }) => type)).toEqual([
    'send',
    'receive',
  ]);
});

test('what a fork takes back of a paid order is the house’s loss, its buyer stands still, and it comes back as none', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  expect(await isFrozen(shop, anna.id)).toBe(true);
  const losses = async () =>
    (
      await shop.db.one(sql<{ units: bigint }>`
        select coalesce(sum(p.amount), 0)::bigint as units from ledger_accounts a
        join ledger_postings p on p.account_id = a.id where a.name = ${`house:losses:${lowerCoin}`}`)
    ).units;
  expect(await losses()).toBe(BigInt(-quote.nCoinAmount));
  await mined(shop);
  expect([await losses(), await unmatched(shop)]).toEqual([0n, 0n]);
});

test('of an order whose coins a fork took back nothing is given back, nor are its codes shown; and it is said', async () => {
  const { shop, anna, quote } = await begun();
  const { token } = anna;
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  const delivered = await orderSeen(shop, anna, quote);
  await shop.db.tx((tx) => freeze(tx, anna.id, 'looked at'));
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  const refund = () => runOn(shop, 'order', 'refund', delivered._id);
  expect(await refund()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("aren't confirmed"),
  });
  const told = await runOn(shop, 'order', 'show', delivered._id);
  expect(told.stdout).toContain('the chain does not have the coins');
  const cardId = delivered.aCartData[0]?.aCardCode[0]?._id ?? '';
  const seen = await shop.call(viewCard, {
    token,
    params: { id: delivered._id },
    body: { cardId },
  });
  expect(seen.body.code).toBe('account.frozen');
  const freed = await runOn(shop, 'member', 'unfreeze', anna.email);
  expect(freed.stdout).toMatch(/looked at; coins were taken back by the chain/);
  expect((await refund()).code).toBe(1);
  // They come again, in the next block.
  await mined(shop);
  expect((await refund()).code).toBe(0);
  expect(await anna.balance()).toBe(30_00n);
});

test('an order that waits for codes gives nothing back either, while its coins are not there', async () => {
  const { shop, anna, card, quote } = await begun();
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Processing' });
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  const cancel = () =>
    shop.call(cancelOrder, { token: anna.token, body: { sOrderId: quote.sOrderId } });
  expect((await cancel()).body.code).toBe('order.coins_gone');
  // A person has looked, and there are codes by now: they are for those whose payment is there.
  await runOn(shop, 'member', 'unfreeze', anna.email);
  await loadCodes(shop, card.id, 3);
  expect(await waitingForCodes(shop.db, 50)).toEqual([]);
  await runChore(shop, 'checkout.deliver');
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Processing' });
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
  await mined(shop);
  expect((await cancel()).status).toBe(200);
  expect(await anna.balance()).toBe(30_00n);
});

test('what of such an order the wallet paid can be given back and the order ended; coins that come again are bought', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop, { verified: true, walletMinor: 12_00n });
  const { card, quote } = await orderOf(shop, anna, mainCoin, 12_00n);
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  const { _id: id } = await orderSeen(shop, anna, quote);
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  expect((await runOn(shop, 'order', 'refund', id)).code).toBe(1);
  const ended = await runOn(shop, 'order', 'refund', id, '--even-coins-gone');
  expect(ended.stdout).toBe(
    '1 lines: 0.00 usd to the card, 12.00 usd to the wallet.\n18.00 usd for coins that are gone: nobody is given them.\n',
  );
  await workLater(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Refunded' });
  expect(await anna.balance()).toBe(12_00n);
  await mined(shop);
  await workLater(shop);
  expect(await anna.balance()).toBe(12_00n + worth(quote.nCoinAmount, quote));
  expect(await unmatched(shop)).toBe(0n);
});

test('of what came in two parts the one a fork has left is bought when the order is ended', async () => {
  const { shop, anna, card, quote } = await begun();
  const { nCoinAmount, sReceiveAddress } = quote;
  await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
  await comes(shop, mainCoin, sReceiveAddress, 10_000);
  await shop.mine(lowerCoin);
  await comes(shop, mainCoin, sReceiveAddress, nCoinAmount - 10_000);
  await mined(shop);
  const { _id: id } = await orderSeen(shop, anna, quote);
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  expect((await runOn(shop, 'order', 'refund', id, '--even-coins-gone')).code).toBe(0);
  await shop.workJobs();
  expect(await anna.balance()).toBe(worth(10_000, quote));
});

test('what a fork takes back before there is a rate is not bought, and bought once it is there again', async () => {
  const { shop, anna, quote } = await begun();
  await late(shop);
  await comes(shop, mainCoin, quote.sReceiveAddress, 10_000);
  await mined(shop);
  expect(await anna.balance()).toBe(worth(10_000, quote));
  await shop.moveClock(minutes(5));
  await comes(shop, mainCoin, quote.sReceiveAddress, 20_000);
  await mined(shop);
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  await runChore(shop, 'rates.spots');
  await workLater(shop);
  expect(await anna.balance()).toBe(worth(10_000, quote));
  await mined(shop);
  expect(await anna.balance()).toBe(worth(10_000, quote) + worth(20_000, quote));
  expect(await unmatched(shop)).toBe(0n);
});

test('what came is seen by its buyer alone', async () => {
  const { shop, quote } = await begun();
  const ben = await makeMember(shop);
  const { body } = await shop.call(showCoinPayment, {
    token: ben.token,
    params: { id: quote.sOrderId },
  });
  expect(body.code).toBe('order.not_found');
});

longTest(
  'seen within the lock and never confirmed, it holds its codes for two hours at most',
  async () => {
    const { shop, anna, quote } = await begun();
    await shop.moveClock(minutes(1));
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
    await shop.moveClock(hours(2));
    await workLater(shop);
    // And then nothing, for as long as the transaction stays in the mempool.
    await shop.moveClock(hours(72));
    await workLater(shop);
    await runChore(shop, 'checkout.lapse');
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  },
);

longTest(
  'a send from the wallet that the signer refused leaves no order set aside for ever',
  async () => {
    const shop = await startCoinShop({
      signer: { BTC_SIGN_LIMITS: '0.00001/100/500', LTC_SIGN_LIMITS: '0.00001/100/500' },
    });
    const { anna, quote } = await coinOrder(shop, mainCoin);
    await payQuote(shop, anna, mainCoin, quote);
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
    await shop.sign();
    await shop.handIn();
    await shop.workJobs();
    await shop.moveClock(hours(72));
    await workLater(shop);
    await runChore(shop, 'checkout.lapse');
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  },
);

test('paid in time by dLockedUntil it is delivered, also where a card is nearly sold out', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop, { verified: true });
  const card = await makeCard(shop, { priceMinor: 10_00n, codes: 3, currency: 'usd' });
  const wish = { card, quantity: 3, totalMinor: 30_00n, walletMinor: 0n, currency: 'usd' as const };
  const { sPayerId: _, ...ofCard } = orderBody(anna, { ...wish, gateway: 'PayPal' });
  const eGateway = mainCoin === 'BTC' ? ('BitCoin' as const) : ('LiteCoin' as const);
  const reply = await shop.call(initiate, { token: anna.token, body: { ...ofCard, eGateway } });
  const quote = reply.body.data as Quoted;
  await shop.moveClock(minutes(12));
  await runChore(shop, 'rates.spots');
  await runChore(shop, 'checkout.lapse');
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
});

test('the option of a day: at a third of the rate it does not pay any more twenty hours later', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await shop.moveClock(hours(20));
  shop.sandbox.setCoinRates({
    BTC: Math.round(quote.nRate / 3),
    LTC: Math.round(quote.nRate / 3),
  });
  await runChore(shop, 'rates.fetch');
  await runChore(shop, 'rates.spots');
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).not.toMatchObject({ eStatus: 'Delivered' });
});

onSandbox(
  'what is replaced after the rate was over frees the codes, and the other is bought',
  async () => {
    const { shop, anna, quote } = await begun();
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
    await shop.moveClock(minutes(20));
    await runChore(shop, 'checkout.lapse');
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ bPaying: true });
    // A replacement: the first is gone, the other pays the same to the same address.
    await shop.sandbox.coins[lowerCoin].evict();
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount + 1);
    await runChore(shop, 'checkout.lapse');
    expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
    await runChore(shop, 'rates.spots');
    await mined(shop);
    expect(await anna.balance()).toBe(worth(quote.nCoinAmount + 1, quote));
  },
);

onSandbox('a payment with far too low a fee holds nothing until it is in a block', async () => {
  const { shop, anna, quote } = await begun();
  const chain = shop.sandbox.coins[lowerCoin];
  await chain.setFeeRate(1_000);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  expect(await orderSeen(shop, anna, quote)).not.toMatchObject({ bPaying: true });
  await shop.moveClock(minutes(16));
  await runChore(shop, 'checkout.lapse');
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  await runChore(shop, 'rates.spots');
  await mined(shop);
  expect(await anna.balance()).toBe(worth(quote.nCoinAmount, quote));
});

test('an order that was paid from elsewhere within its time takes no second payment from the wallet here', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, mainCoin);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
  const { body } = await payQuote(shop, anna, mainCoin, quote);
  await shop.step();
  await mined(shop);
  expect(body.code).toBe('coins.quote_over');
});

longOnSandbox(
  'what a fork took of a paid order and another payment replaced keeps no refund away',
  async () => {
    const { shop, anna, quote } = await begun();
    const txid = await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
    await mined(shop);
    const { _id: id } = await orderSeen(shop, anna, quote);
    const refund = () => runOn(shop, 'order', 'refund', id);
    const instead = await paidOtherwise(shop, lowerCoin, txid);
    await shop.sandbox.coins[lowerCoin].reorganise(1, { include: [instead] });
    await shop.look();
    expect((await refund()).code).toBe(1);
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
    await mined(shop);
    expect((await refund()).code).toBe(0);
    expect(await anna.balance()).toBe(30_00n);
  },
);

longOnSandbox('nor does what came besides, and was lost before it was bought', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await mined(shop);
  // No rate: nothing is bought yet.
  await shop.moveClock(minutes(5));
  const txid = await comes(shop, mainCoin, quote.sReceiveAddress, 20_000);
  await mined(shop);
  const instead = await paidOtherwise(shop, lowerCoin, txid);
  await shop.sandbox.coins[lowerCoin].reorganise(1, { include: [instead] });
  await shop.look();
  const { _id: id } = await orderSeen(shop, anna, quote);
  expect((await runOn(shop, 'order', 'refund', id)).code).toBe(0);
});

longOnSandbox(
  'what a fork took for good before it was bought keeps nobody from closing an account',
  async () => {
    const { shop, anna, quote } = await begun();
    await late(shop);
    // No rate: nothing is bought yet.
    await shop.moveClock(minutes(5));
    const txid = await comes(shop, mainCoin, quote.sReceiveAddress, 20_000);
    await mined(shop);
    const chain = shop.sandbox.coins[lowerCoin];
    const instead = await paidOtherwise(shop, lowerCoin, txid);
    expect(await closingObstacles(shop.db, anna.id)).toContainEqual({ eKind: 'coins' });
    await chain.reorganise(1, { include: [instead] });
    await shop.look();
    expect(await closingObstacles(shop.db, anna.id)).not.toContainEqual({ eKind: 'coins' });
  },
);

test('nobody closes an account to whose order coins are on their way', async () => {
  const { shop, anna, quote } = await begun();
  await late(shop);
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  expect(await closingObstacles(shop.db, anna.id)).toEqual([{ eKind: 'coins' }]);
});

test('what comes while an account is closed is bought once it is open again', async () => {
  const { shop, anna, quote } = await begun();
  await late(shop);
  const closed = await shop.call(closeAccount, {
    token: anna.token,
    body: { sPassword: testPassword },
  });
  expect(closed.status).toBe(200);
  await shop.workJobs();
  await comes(shop, mainCoin, quote.sReceiveAddress, 10_000);
  await mined(shop);
  expect(await unmatched(shop)).toBe(10_000n);
  const [mail] = await mailsTo(shop, anna.email);
  const { token } = linkIn(mail ?? { text: '' }, '/mail/reopen/');
  expect((await shop.call(reopenAccount, { params: { token } })).status).toBe(200);
  await runChore(shop, 'rates.spots');
  await shop.workJobs();
  expect(await unmatched(shop)).toBe(0n);
  expect(await anna.balance()).toBe(worth(10_000, quote));
});

longTest(
  'given-up coins that came again and wait for a rate stand in the way of closing',
  async () => {
    const { shop, anna, card, quote } = await begun();
    await shop.db.run(sql`update codes set state = 'void' where card_id = ${card.id}`);
    await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
    await mined(shop);
    const { _id: id } = await orderSeen(shop, anna, quote);
    await shop.sandbox.coins[lowerCoin].reorganise(1);
    await shop.look();
    expect((await runOn(shop, 'order', 'refund', id, '--even-coins-gone')).code).toBe(0);
    await runOn(shop, 'member', 'unfreeze', anna.email);
    await shop.workJobs();
    await shop.moveClock(minutes(5));
    await mined(shop);
    expect(await anna.balance()).toBe(0n);
    expect(await unmatched(shop)).toBe(BigInt(quote.nCoinAmount));
    expect((await closingObstacles(shop.db, anna.id)).map(({ eKind }) => eKind)).toEqual(['coins']);
  },
);

test('what a payment page asks says why coins do not pay the order any more: its time is over, or it was cancelled', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, mainCoin);
  expect(await cameSeen(shop, anna, quote)).not.toHaveProperty('eEnded');
  await shop.moveClock(minutes(16));
  // Also before a chore lets it lapse.
  expect(await cameSeen(shop, anna, quote)).toMatchObject({ eEnded: 'lapsed', bPaying: false });
  await runChore(shop, 'checkout.lapse');
  expect(await cameSeen(shop, anna, quote)).toMatchObject({ eEnded: 'lapsed' });
  await runChore(shop, 'rates.spots');
  const another = await coinOrder(shop, mainCoin);
  await shop.call(cancelOrder, {
    token: another.anna.token,
    body: { sOrderId: another.quote.sOrderId },
  });
  expect(await cameSeen(shop, another.anna, another.quote)).toMatchObject({ eEnded: 'cancelled' });
});
