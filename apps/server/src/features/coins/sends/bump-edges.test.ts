/** Speeding up at the edges: high fees, forks, coins that somebody else spends, limits that wait, orders. */
import { bumpSend, quoteBump } from '@giftlane/contract/money/crypto.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { hours } from '../../../platform/process/durations.ts';
import { openKeys } from '../../../signer/keys.ts';
import { isFrozen, type TestMember } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { scriptOf } from '../../../utxo/scripts.ts';
import { transactionOf } from '../../../utxo/wish.ts';
import {
  type CoinShop,
  elsewhere,
  makeHolder,
  raiseFees,
  sendAway,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { bumpHouse, sendFromHouse } from '../coins.ts';
import { coinOrder, payQuote } from '../wallets/paying.testing.ts';
import { makeFees } from './fees.ts';

const quote = (shop: CoinShop, { token }: TestMember, id: string) =>
  shop.call(quoteBump, { token, params: { id } });
const bump = (shop: CoinShop, { token }: TestMember, id: string, nMostFee: number) =>
  shop.call(bumpSend, { token, body: { id, nMostFee } });

async function stuck(rate: number, held = 500_000n) {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const anna = await makeHolder(shop, 'BTC', held);
  const { id } = (await sendAway(shop, anna, 40_000)).body.data;
  await shop.step();
  await raiseFees(shop, 'btc', rate);
  return { shop, anna, id };
}

const states = async (shop: CoinShop, anna: TestMember) =>
  (await transfersSeen(shop, anna, 'BTC')).map(({ state, value }) => [value, state]);

longTest('what is quoted for speeding up is signed, also where fees are high', async () => {
  const { shop, anna, id } = await stuck(300);
  const quoted = await quote(shop, anna, id);
  expect(quoted.status).toBe(200);
  expect((await bump(shop, anna, id, quoted.body.data.nFee)).status).toBe(200);
  await shop.step();
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'unconfirmed' });
});

longTest('what is quoted is signed, also of a send of thirteen coins at 60 a byte', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const anna = await makeHolder(shop, 'BTC', 75_000n);
  const { receiveAddress } = await walletSeen(shop, anna, 'BTC');
  for (let i = 0; i < 12; i += 1) await shop.sandbox.coins.btc.fund(receiveAddress, 75_000n);
  await shop.mine('btc');
  const { id } = (await sendAway(shop, anna, 905_000)).body.data;
  await shop.step();
  await raiseFees(shop, 'btc', 60);
  const quoted = await quote(shop, anna, id);
  expect(quoted.status).toBe(200);
  await bump(shop, anna, id, quoted.body.data.nFee);
  await shop.step();
  expect((await transfersSeen(shop, anna, 'BTC'))[0]).toMatchObject({ state: 'unconfirmed' });
});

/** Somebody who has the seed spends what the send spends. */
async function steal(shop: CoinShop, { id }: TestMember, change = false): Promise<void> {
  const output = await shop.db.one(sql<{
    txid: string;
    vout: number;
    value: bigint;
    script: string;
    account: number;
    branch: 0 | 1;
    index: number;
  }>`
    select o.txid, o.vout, o.value, o.script, w.account, a.branch, a.index from coin_outputs o
    join coin_wallets w on w.id = o.wallet_id join coin_addresses a on a.coin = o.coin and a.script = o.script
    where w.owner = ${id} and (o.made_by is not null) = ${change} limit 1`);
  const to = scriptOf(elsewhere, networkOf('btc', 'regtest'));
  if (!('script' in to)) throw new Error('no address');
  const keys = openKeys({ words: shop.words, networks: { btc: 'regtest', ltc: 'regtest' } });
  const { key } = keys.keyAt('btc', output.account, output);
  const transaction = transactionOf(
    [output],
    [{ script: to.script, value: output.value - 200_000n }],
  );
  transaction.signIdx(key, 0);
  transaction.finalize();
  const sent = await shop.checkout.coins.nodes.get('btc')?.send(transaction.hex);
  if (sent?.kind !== 'done') throw new Error(`the node did not take it: ${JSON.stringify(sent)}`);
}

test('a send and what speeds it up come to nothing: no coins that are gone are given back', async () => {
  const { shop, anna, id } = await stuck(30);
  expect((await bump(shop, anna, id, 500_000)).status).toBe(200);
  await shop.step();
  await shop.sandbox.coins.btc.evict();
  await steal(shop, anna);
  await shop.mine('btc');
  for (let i = 0; i < 3; i += 1) {
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    await shop.step();
  }
  expect(await states(shop, anna)).toEqual([
    [0, 'failed'],
    [40_000, 'failed'],
    [500_000, 'confirmed'],
  ]);
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 0 });
});

test('forks take parent and child back, together and one by one, and give them back', async () => {
  const { shop, anna, id } = await stuck(30);
  await bump(shop, anna, id, 500_000);
  await shop.mine('btc');
  await shop.step();
  await shop.mine('btc');
  const { confirmedBalance } = await walletSeen(shop, anna, 'BTC');
  for (const [depth, how] of [
    [1, {}],
    [2, {}],
    [1, { drop: true }],
    [2, { drop: true }],
    [3, { drop: true }],
  ] as const) {
    await shop.sandbox.coins.btc.reorganise(depth, how as object);
    await shop.look();
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    await shop.step();
    await shop.mine('btc', 2);
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    await shop.step();
    await shop.mine('btc', 1);
  }
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance });
});

test('speeding up beside sends that want the same change: one of them has it', async () => {
  const { shop, anna, id } = await stuck(30);
  const tried = await Promise.all([
    bump(shop, anna, id, 500_000),
    sendAway(shop, anna, 30_000),
    bump(shop, anna, id, 500_000),
    sendAway(shop, anna, 31_000),
    shop.look(),
    shop.mine('btc'),
  ]);
  for (let i = 0; i < 3; i += 1) {
    await shop.step();
    await shop.mine('btc');
  }
  expect(tried.every((one) => !one || one.status < 500)).toBe(true);
});

longTest(
  'change of a send that somebody else spends in the very block leaves the books, and the account stands still',
  async () => {
    const { shop, anna } = await stuck(30);
    await steal(shop, anna, true);
    await shop.mine('btc');
    expect(await isFrozen(shop, anna.id)).toBe(true);
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 0 });
    // A fork gives both back, and takes both again.
    for (const drop of [false, true]) {
      await shop.sandbox.coins.btc.reorganise(1, { drop });
      await shop.look();
      await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
      await shop.step();
      await shop.mine('btc');
    }
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({
      confirmedBalance: 500_000 - 40_000 - 282,
    });
  },
);

test('a send and another one on its change come to nothing: no coins that are gone are given back', async () => {
  const { shop, anna } = await stuck(3);
  expect((await sendAway(shop, anna, 200_000)).status).toBe(200);
  await shop.step();
  await shop.sandbox.coins.btc.evict();
  await steal(shop, anna);
  await shop.mine('btc');
  for (let i = 0; i < 3; i += 1) {
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    await shop.step();
  }
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 0 });
});

test('what waits for the signer to speed up a send that is in a block by now costs nothing', async () => {
  let now = Date.now();
  const shop = await startCoinShop({
    signer: { BTC_SIGN_LIMITS: '1/0.00045/1' },
    signerNow: () => now,
  });
  await shop.sandbox.coins.btc.setFeeRate(2);
  const anna = await makeHolder(shop, 'BTC', 500_000n);
  const { id, nFee } = (await sendAway(shop, anna, 40_000)).body.data;
  await shop.step();
  await raiseFees(shop, 'btc', 30);
  await bump(shop, anna, id, 500_000);
  await shop.step();
  await shop.mine('btc');
  now += hours(2);
  await shop.step();
  await shop.mine('btc');
  expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 460_000 - nFee });
});

test('the house pays no second time for what the member has sped up already', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const { anna, quote: asked } = await coinOrder(shop, 'BTC');
  const paid = await payQuote(shop, anna, 'BTC', asked);
  await shop.step();
  const id = await shop.db.tx((tx) =>
    sendFromHouse(tx, shop.checkout.coins, {
      coin: 'btc',
      address: elsewhere,
      value: 5_000n,
      for: { saleId: null },
      rate: 2,
    }),
  );
  await shop.step();
  await raiseFees(shop, 'btc', 30);
  expect((await bump(shop, anna, paid.body.data.id, 500_000)).status).toBe(200);
  await shop.step();
  const { fee } = await bumpHouse(shop.db, { ...shop.checkout.coins, fees: makeFees() }, id);
  // 30 for each byte of the two that are the house's; 2 a byte are paid of the first.
  expect(fee).toBe(30n * (141n + 110n) - 2n * 141n);
});

test('a payment of an order is sped up: the order is paid once, and a fork takes no more than it', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const { anna, quote } = await coinOrder(shop, 'BTC');
  const paid = await payQuote(shop, anna, 'BTC', quote);
  await shop.step();
  await shop.workJobs();
  await raiseFees(shop, 'btc', 30);
  const bumped = await shop.call(bumpSend, {
    token: anna.token,
    body: { id: paid.body.data.id, nMostFee: 100_000 },
  });
  expect(bumped.status).toBe(200);
  await shop.step();
  await shop.mine('btc');
  await shop.sandbox.coins.btc.reorganise(1, { drop: true });
  await shop.look();
  await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
  await shop.step();
  await shop.mine('btc', 2);
  await shop.workJobs();
  const orders = await shop.db.rows(sql<{ state: string }>`select state from orders`);
  expect(orders).toEqual([{ state: 'delivered' }]);
  expect((await transfersSeen(shop, anna, 'BTC')).map(({ state }) => state)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
  ]);
});

longTest('a bump of a held coin is refused; repeated, one that was made is answered', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const anna = await makeHolder(shop, 'BTC', 500_000n);
  const { id } = (await sendAway(shop, anna, 40_000)).body.data;
  await shop.step();
  await raiseFees(shop, 'btc', 30);
  await shop.db.run(
    sql`update coin_holds set held_at = app_now(), reason = 'x' where coin = 'btc'`,
  );
  const tried = await shop.call(bumpSend, { token: anna.token, body: { id, nMostFee: 100_000 } });
  expect(tried.body.code).toBe('coins.held');
});
