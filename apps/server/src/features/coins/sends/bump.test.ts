/** Sends that wait long for a block are sped up by one that spends their change at a higher fee. */

import { provePassword } from '@giftlane/contract/members/profile.ts';
import { bumpSend, quoteBump } from '@giftlane/contract/money/crypto.ts';
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import {
  type CoinShop,
  elsewhere,
  lowerCoin,
  makeHolder,
  onSandbox,
  raiseFees,
  sendAway,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { bumpHouse, houseAddress, sendFromHouse } from '../coins.ts';

const held = 500_000;
const amount = 40_000;

/** Anna has sent at two satoshi a byte; then the network asks 30. */
async function stuck() {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const anna = await makeHolder(shop, 'BTC', BigInt(held));
  const { id } = (await sendAway(shop, anna, amount)).body.data;
  await shop.step();
  await raiseFees(shop, 'btc', 30);
  return { shop, anna, id };
}

const quote = (shop: CoinShop, { token }: TestMember, id: string) =>
  shop.call(quoteBump, { token, params: { id } });
const bump = (shop: CoinShop, { token }: TestMember, id: string, nMostFee: number) =>
  shop.call(bumpSend, { token, body: { id, nMostFee } });

onSandbox(
  'a send that waits is sped up once: both are mined together, for what was quoted and no more',
  async () => {
    const { shop, anna, id } = await stuck();
    const quoted = (await quote(shop, anna, id)).body.data;
    expect(quoted.nMinutes).toBe(20);
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => bump(shop, anna, id, quoted.nFee)),
    );
    expect(new Set(tries.map(({ body }) => body.data.id)).size).toBe(1);
    const [first] = tries;
    expect(first?.body.data).toMatchObject({ sBumps: id, value: 0, nFee: quoted.nFee });
    await shop.step();
    const seen = await transfersSeen(shop, anna, 'BTC');
    const [added, sent] = seen;
    expect(seen.map(({ state }) => state)).toEqual(['unconfirmed', 'unconfirmed', 'confirmed']);
    expect(sent?.bCanBump).toBe(false);
    // 30 for each byte of both: 141 of the send, 110 of what speeds it up.
    const total = (added?.nFee ?? 0) + (sent?.nFee ?? 0);
    expect(total).toBe(30 * (141 + 110));
    await shop.mine('btc', 3);
    expect((await transfersSeen(shop, anna, 'BTC')).map(({ state }) => state)).toEqual(
      Array(3).fill('confirmed'),
    );
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({
      confirmedBalance: held - amount - total,
    });
  },
);

onSandbox(
  'what has sped up a send can be sped up in its turn, and then pays for all of it',
  async () => {
    const { shop, anna, id } = await stuck();
    const first = await bump(shop, anna, id, held);
    await shop.step();
    await raiseFees(shop, 'btc', 50);
    const again = await bump(shop, anna, first.body.data.id, held);
    const fees = [...(await transfersSeen(shop, anna, 'BTC'))].map(({ nFee }) => nFee);
    expect(again.status).toBe(200);
    expect(fees.reduce((sum, fee) => sum + fee, 0)).toBe(50 * (141 + 110 + 110));
  },
);

onSandbox(
  'nothing is paid where it is needless, too dear, too late, not wished by its member, or not proven',
  async () => {
    const { shop, anna, id } = await stuck();
    const { nFee } = (await quote(shop, anna, id)).body.data;
    const ben = await makeMember(shop);
    expect((await quote(shop, ben, id)).body.code).toBe('coins.transfer_not_found');
    await shop.call(provePassword, { token: ben.token, body: { sPassword: testPassword } });
    expect((await bump(shop, ben, id, nFee)).body.code).toBe('coins.transfer_not_found');
    const dear = await bump(shop, anna, id, nFee - 1);
    expect(dear.body.code).toBe('coins.fee_rose');
    await shop.moveClock(minutes(6));
    expect((await bump(shop, anna, id, nFee)).body.code).toBe('account.unproven');
    await shop.db.run(
      sql`update members set frozen_at = app_now(), frozen_reason = 'A test' where id = ${anna.id}`,
    );
    await shop.call(provePassword, { token: anna.token, body: { sPassword: testPassword } });
    expect((await bump(shop, anna, id, nFee)).body.code).toBe('account.frozen');
    await shop.db.run(
      sql`update members set frozen_at = null, frozen_reason = null where id = ${anna.id}`,
    );
    await raiseFees(shop, 'btc', 2);
    expect((await quote(shop, anna, id)).body.code).toBe('coins.bump_needless');
    await shop.mine('btc');
    expect((await quote(shop, anna, id)).body.code).toBe('coins.not_bumpable');
    expect((await bump(shop, anna, id, nFee)).body.code).toBe('coins.not_bumpable');
  },
);

onSandbox('a send of which nothing comes back can not be sped up, and is not said to', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  const anna = await makeHolder(shop, 'BTC', 100_000n);
  // One input and one output: 110 bytes.
  const { id } = (await sendAway(shop, anna, 100_000 - 220)).body.data;
  await shop.step();
  const [sent] = await transfersSeen(shop, anna, 'BTC');
  expect([sent?.state, sent?.bCanBump]).toEqual(['unconfirmed', false]);
  await raiseFees(shop, 'btc', 30);
  expect((await quote(shop, anna, id)).body.code).toBe('coins.not_bumpable');
});

onSandbox('change of which only dust would be left does not speed up', async () => {
  const shop = await startCoinShop();
  await shop.sandbox.coins.btc.setFeeRate(2);
  // 7,418 come back, speeding up to 30 costs 7,248: what is left is less than nodes take.
  const anna = await makeHolder(shop, 'BTC', 47_700n);
  const { id } = (await sendAway(shop, anna, amount)).body.data;
  await shop.step();
  await raiseFees(shop, 'btc', 30);
  expect((await quote(shop, anna, id)).body.code).toBe('coins.not_bumpable');
});

test('a send of the house is sped up out of what the house has, once', async () => {
  const shop = await startCoinShop();
  const chain = shop.sandbox.coins[lowerCoin];
  const { address } = await shop.db.tx((tx) =>
    houseAddress(tx, shop.checkout.coins, lowerCoin, { refill: true }),
  );
  await chain.fund(address, 300_000n);
  await shop.mine(lowerCoin, 6);
  const id = await shop.db.tx((tx) =>
    sendFromHouse(tx, shop.checkout.coins, {
      coin: lowerCoin,
      address: elsewhere,
      value: 50_000n,
      for: { saleId: null },
      rate: 12,
    }),
  );
  await shop.step();
  const rates = { slow: 60, normal: 60, fast: 60 };
  const parts = { ...shop.checkout.coins, fees: async () => rates };
  const bumps = await Promise.all([1, 2, 3].map(() => bumpHouse(shop.db, parts, id)));
  expect(new Set(bumps.map((one) => one.id)).size).toBe(1);
  expect(bumps[0]).toMatchObject({ bumps: id, fee: BigInt(60 * (141 + 110) - 12 * 141) });
  await shop.step();
  await shop.mine(lowerCoin, 6);
  const states = await shop.db.rows(sql<{ state: string }>`
    select state from coin_transfers where type = 'send'`);
  expect(states.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
});
