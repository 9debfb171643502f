/** Orders paid by coins from the payer's wallet here. */
import { cancelOrder, initiate } from '@giftlane/contract/shop/checkout.ts';
import { listOrders, showOrder } from '@giftlane/contract/shop/orders.ts';
import { describe, expect, test } from 'vitest';
import { balanceOf, heldOf } from '../../../ledger/ledger.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeMember } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { forAll } from '../../../testing/start-shop.ts';
import { refundOrder } from '../../checkout/checkout.ts';
import { convert } from '../../rates/rates.ts';
import {
  lowerCoin,
  mainCoin,
  makeHolder,
  runChore,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { coinOrder, confirmQuote, orderOf, payQuote } from './paying.testing.ts';

describe('payments in one shop', () => {
  const shared = forAll((atEnd) => startCoinShop({ atEnd }));

  test.for(['BTC', 'LTC'] as const)(
    'PAY-11, API-43, COIN-15 an order is paid by %s at the locked rate, and delivered as soon as nodes have it',
    async (coin) => {
      const shop = shared();
      const { anna, quote, reply } = await coinOrder(shop, coin, { walletMinor: 12_00n });
      expect(reply.status).toBe(200);
      expect(quote.sReceiveAddress).toMatch(coin === 'BTC' ? /^bcrt1q/ : /^rltc1q/);
      // What one coin costs, rounded up to the smallest unit.
      expect(quote.nCoinAmount).toBe(Math.ceil((18 / quote.nRate) * 1e8));
      const paid = await payQuote(shop, anna, coin, quote);
      expect(paid.status).toBe(200);
      const { id, txid } = paid.body.data;
      await shop.sign();
      await shop.handIn();
      const confirmed = await confirmQuote(shop, anna, coin, { orderId: quote.sOrderId, id, txid });
      expect([confirmed.status, confirmed.body.message]).toEqual([
        200,
        'Crypto Transaction initiated.',
      ]);
      expect(confirmed.body.data).toMatchObject({
        eStatus: 'Delivered',
        eGateway: coin === 'BTC' ? 'BitCoin' : 'LiteCoin',
        sPaymentId: txid,
        nWalletAmount: 12,
        nCoinAmount: quote.nCoinAmount,
        nCoinRate: quote.nRate,
      });
      expect(await balanceOf(shop.db, heldOf(anna.id, 'usd'))).toBe(0n);
      await shop.mine(coin === 'BTC' ? 'btc' : 'ltc');
      expect((await transfersSeen(shop, anna, coin))[0]).toMatchObject({
        state: 'confirmed',
        value: quote.nCoinAmount,
        sOrderId: confirmed.body.data._id,
      });
    },
  );

  test('a payment that is sent twice, at once and later, pays once', async () => {
    const shop = shared();
    const { anna, quote } = await coinOrder(shop, mainCoin);
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => payQuote(shop, anna, mainCoin, quote)),
    );
    const later = await payQuote(shop, anna, mainCoin, quote);
    const ids = new Set([...tries, later].map(({ body }) => body.data.id));
    expect(ids.size).toBe(1);
    expect(await transfersSeen(shop, anna, mainCoin)).toHaveLength(2);
  });

  test('another amount, another address and another member’s order are no payment', async () => {
    const shop = shared();
    const { anna, quote } = await coinOrder(shop, mainCoin);
    const { anna: ben } = await coinOrder(shop, mainCoin);
    const less = { ...quote, nCoinAmount: quote.nCoinAmount - 1 };
    const elsewhere = {
      ...quote,
      sReceiveAddress: (await walletSeen(shop, ben, mainCoin)).receiveAddress,
    };
    const codes = await Promise.all([
      payQuote(shop, anna, mainCoin, less),
      payQuote(shop, anna, mainCoin, elsewhere),
      payQuote(shop, ben, mainCoin, quote),
    ]);
    expect(codes.map(({ body }) => body.code)).toEqual([
      'coins.no_quote',
      'coins.no_quote',
      'coins.no_quote',
    ]);
  });

  test('an order is confirmed by its own transfer, wallet and transaction alone', async () => {
    const shop = shared();
    const { anna, quote } = await coinOrder(shop, mainCoin);
    const other = await orderOf(shop, anna, mainCoin);
    const { id, txid } = (await payQuote(shop, anna, mainCoin, quote)).body.data;
    await shop.step();
    const wrong = await confirmQuote(shop, anna, mainCoin, {
      orderId: other.quote.sOrderId,
      id,
      txid,
    });
    const forged = await confirmQuote(shop, anna, mainCoin, {
      orderId: quote.sOrderId,
      id,
      txid: '0'.repeat(64),
    });
    expect([wrong.body.code, forged.body.code]).toEqual(['payment.mismatch', 'payment.mismatch']);
    const stranger = await makeMember(shop);
    const told = { orderId: quote.sOrderId, id, txid };
    const payer = await confirmQuote(shop, anna, mainCoin, { ...told, payer: stranger.id });
    expect(payer.body.code).toBe('payment.mismatch');
    const foreign = await confirmQuote(shop, stranger, mainCoin, {
      orderId: quote.sOrderId,
      id,
      txid,
    });
    expect(foreign.status).toBe(404);
    const { body } = await shop.call(listOrders, { token: anna.token });
    expect(body.data.filter(({ eStatus }) => eStatus === 'Delivered')).toEqual([]);
    // API-43 the member's id, as elsewhere.
    const own = await confirmQuote(shop, anna, mainCoin, { ...told, payer: anna.id });
    expect(own.status).toBe(200);
  });

  test('PAY-12 who has too little is told, and nothing is set aside', async () => {
    const shop = shared();
    const { anna, quote } = await coinOrder(shop, mainCoin, { units: 10_000n });
    const short = await payQuote(shop, anna, mainCoin, quote);
    expect([short.status, short.body.message]).toEqual([
      409,
      `You haven't enugh ${mainCoin} balance`,
    ]);
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 10_000 });
  });
});

test.for([
  ['BTC', 'Bitcoin'],
  ['LTC', 'Litecoin'],
] as const)(
  'the mail about an order that %s paid names %s and how much of it',
  async ([coin, name]) => {
    const shop = await startCoinShop();
    const { anna, quote } = await coinOrder(shop, coin, { walletMinor: 12_00n });
    await payQuote(shop, anna, coin, quote);
    await shop.step();
    await shop.workJobs();
    const mail = shop.sandbox
      .mails(anna.email)
      .find(({ text }) => text.includes(`order ${quote.sOrderId} `));
    const amount = `${quote.nCoinAmount / 1e8}\u00a0${coin}`;
    expect(mail?.text).toMatch(
      new RegExp(
        `Paid from your wallet: \\$12\\.00\nPaid in ${name}: \\$\\d+\\.\\d\\d\nAmount in ${coin}: ${amount}\n`,
      ),
    );
  },
);

longTest('an order whose browser is gone is delivered all the same', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, 'LTC');
  await payQuote(shop, anna, 'LTC', quote);
  await shop.step();
  const worker = shop.work();
  await expect
    .poll(async () => {
      const { body } = await shop.call(showOrder, {
        token: anna.token,
        params: { id: quote.sOrderId },
      });
      return body.data.eStatus;
    })
    .toBe('Delivered');
  await worker.stop();
});

test('an order that coins pay for neither lapses nor is cancelled while they are on their way', async () => {
  const shop = await startCoinShop();
  const { anna, quote } = await coinOrder(shop, mainCoin);
  await payQuote(shop, anna, mainCoin, quote);
  await shop.moveClock(minutes(20));
  await runChore(shop, 'checkout.lapse');
  const { body } = await shop.call(cancelOrder, {
    token: anna.token,
    body: { sOrderId: quote.sOrderId },
  });
  expect(body.code).toBe('order.being_paid');
});

test('after fifteen minutes the rate is over: nothing is taken, codes and wallet share are free', async () => {
  const shop = await startCoinShop();
  const { anna, quote, body: wish } = await coinOrder(shop, mainCoin, { walletMinor: 12_00n });
  const before = await walletSeen(shop, anna, mainCoin);
  await shop.moveClock(minutes(16));
  const late = await payQuote(shop, anna, mainCoin, quote);
  expect([late.status, late.body.code]).toEqual([409, 'coins.quote_over']);
  await runChore(shop, 'checkout.lapse');
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({
    confirmedBalance: before.confirmedBalance,
  });
  expect(await anna.balance()).toBe(12_00n);
  const again = await shop.call(initiate, { token: anna.token, body: wish });
  expect(again.body.code).toBe('order.lapsed');
});

test('without two sources that agree nothing is quoted', async () => {
  const shop = await startCoinShop();
  shop.sandbox.setCoinRatesApart(1.05);
  await runChore(shop, 'rates.spots');
  const { reply } = await coinOrder(shop, mainCoin);
  expect([reply.status, reply.body.code]).toEqual([503, 'coins.no_rate']);
  shop.sandbox.setCoinRatesApart(1);
  await runChore(shop, 'rates.spots');
  await shop.moveClock(minutes(3));
  expect((await coinOrder(shop, mainCoin)).reply.body.code).toBe('coins.no_rate');
});

test('a rate whose time is over pays nothing, also when a send for it was refused in time', async () => {
  const shop = await startCoinShop({ signer: { [`${mainCoin}_SIGN_LIMITS`]: '0.00000001/1/1' } });
  const { anna, quote } = await coinOrder(shop, mainCoin);
  await payQuote(shop, anna, mainCoin, quote);
  await shop.step();
  await shop.moveClock(minutes(16));
  const late = await payQuote(shop, anna, mainCoin, quote);
  expect([late.status, late.body.code]).toEqual([409, 'coins.quote_over']);
});

test('an order in another currency than its buyer’s, paid by coins, is refunded in the buyer’s', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, mainCoin, 1_000_000_000n);
  const { quote } = await orderOf(shop, anna, mainCoin, 0n, 'eur');
  const { id, txid } = (await payQuote(shop, anna, mainCoin, quote)).body.data;
  await shop.step();
  const paid = await confirmQuote(shop, anna, mainCoin, { orderId: quote.sOrderId, id, txid });
  expect(paid.body.data).toMatchObject({ eStatus: 'Delivered', eCurrency: 'eur' });
  const key = { memberId: anna.id, id: paid.body.data._id };
  // The coins may still come to nothing.
  await expect(refundOrder(shop, key, { reason: 'too soon' })).rejects.toThrow("aren't confirmed");
  await shop.mine(lowerCoin);
  expect(await refundOrder(shop, key, { reason: 'as agreed' })).toMatchObject({
    toCardMinor: 0n,
    toWalletMinor: 30_00n,
  });
  const whole = await convert(shop.db, 30_00n, { from: 'eur', to: 'usd' });
  expect(await anna.balance()).toBe(whole.amountMinor);
});
