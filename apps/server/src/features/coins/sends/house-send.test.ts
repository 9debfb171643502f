/** Sends of the house, whatever they are for. */
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { makeMember } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import {
  type CoinShop,
  fillHouse,
  makeWallet,
  startCoinShop,
  walletSeen,
} from '../coins.testing.ts';
import { houseUnits, sendFromHouse } from '../coins.ts';
import { orderOf, payQuote } from '../wallets/paying.testing.ts';

const elsewhere = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const send = (shop: CoinShop, value: bigint, address = elsewhere) =>
  shop.db.tx((tx) =>
    sendFromHouse(tx, shop.checkout.coins, {
      coin: 'btc',
      address,
      value,
      for: { saleId: null },
      rate: 4,
    }),
  );

/** Fills the house with so many outputs of 100,000. */
async function shopWithHouse(outputs: number) {
  const shop = await startCoinShop();
  await fillHouse(shop, 'btc', 100_000n, outputs);
  return shop;
}

test('7 sends of the house at the same time never choose one output', async () => {
  const shop = await shopWithHouse(4);
  const ids = await Promise.all(Array.from({ length: 4 }, () => send(shop, 60_000n)));
  expect(new Set(ids).size).toBe(4);
  await shop.step();
  await shop.mine('btc');
  const states = await shop.db.rows(sql<{ state: string }>`
    select state from coin_transfers where type = 'send'`);
  expect(states.map(({ state }) => state)).toEqual(Array(4).fill('confirmed'));
});

longTest(
  'what the house can send is what it sends, fee and all; a unit more is too much',
  async () => {
    const shop = await shopWithHouse(1);
    expect((await houseUnits(shop.db)).get('btc')).toBe(100_000n);
    // One input and one output: 110 virtual bytes at 4.
    await expect(send(shop, 99_561n)).rejects.toMatchObject({ code: 'coins.house_short' });
    await send(shop, 99_560n);
    expect((await houseUnits(shop.db)).get('btc')).toBe(0n);
  },
);

longTest(
  'what an order has brought can be sent at once, and what is wrong with an address is said',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeMember(shop, { verified: true });
    const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
    await shop.sandbox.coins.btc.fund(receiveAddress, 2_000_000n);
    await shop.mine('btc');
    const { quote } = await orderOf(shop, anna, 'BTC');
    await payQuote(shop, anna, 'BTC', quote);
    await expect(send(shop, 10_000n)).rejects.toMatchObject({ code: 'coins.house_short' });
    await shop.step();
    await send(shop, 10_000n, (await walletSeen(shop, anna, 'BTC')).receiveAddress);
    await expect(send(shop, 10n)).rejects.toMatchObject({ code: 'coins.dust' });
    await expect(send(shop, 10_000n, 'bc1qno')).rejects.toMatchObject({
      code: 'coins.other_network',
    });
    await shop.step();
    await shop.mine('btc');
    expect((await walletSeen(shop, anna, 'BTC')).nPending).toBe(0);
  },
);
