/** Orders paid from any other wallet: what comes to their address, in time or late, enough or not. */
import { cancelOrder } from '@giftlane/contract/checkout.ts';
import type { CoinName } from '@giftlane/contract/coins.ts';
import { showCoinPayment } from '@giftlane/contract/crypto.ts';
import { showOrder } from '@giftlane/contract/orders.ts';
import { listWalletTransactions } from '@giftlane/contract/wallet.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { days, minutes } from '../../platform/durations.ts';
import { isFrozen, makeMember, type TestMember } from '../../testing/builders.ts';
import {
  type CoinShop,
  lowerCoin,
  mainCoin,
  onSandbox,
  runChore,
  startCoinShop,
  transfersSeen,
} from './coins.testing.ts';
import { coinOrder, orderOf, payQuote, type Quoted } from './paying.testing.ts';

const lower = { BTC: 'btc', LTC: 'ltc' } as const;

/** A member without any coin wallet begins to buy for 30.00. */
async function begun(coin: CoinName = mainCoin) {
  const shop = await startCoinShop();
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
    expect([await anna.balance(), await unmatched(shop)]).toEqual([0n, 0n]);
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
    sDescription: 'Coins that did not pay an order',
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

test('without a rate it waits for one, and what paid the order pays it all the same', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount + 30_000);
  await shop.moveClock(minutes(5));
  await mined(shop);
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Delivered' });
  expect([await anna.balance(), await unmatched(shop)]).toEqual([0n, 30_000n]);
  await runChore(shop, 'rates.spots');
  await workLater(shop);
  expect(await anna.balance()).toBe(worth(30_000, quote));
});

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

test('a payment nobody confirms for a day holds the codes no longer, and is bought when it comes', async () => {
  const { shop, anna, quote } = await begun();
  await comes(shop, mainCoin, quote.sReceiveAddress, quote.nCoinAmount);
  await shop.moveClock(days(1) + minutes(20));
  await workLater(shop);
  await runChore(shop, 'checkout.lapse');
  expect(await orderSeen(shop, anna, quote)).toMatchObject({ eStatus: 'Failed' });
  await runChore(shop, 'rates.fetch');
  await runChore(shop, 'rates.spots');
  await mined(shop);
  expect(await anna.balance()).toBe(worth(quote.nCoinAmount, quote));
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

test('what came is seen by its buyer alone', async () => {
  const { shop, quote } = await begun();
  const ben = await makeMember(shop);
  const { body } = await shop.call(showCoinPayment, {
    token: ben.token,
    params: { id: quote.sOrderId },
  });
  expect(body.code).toBe('order.not_found');
});
