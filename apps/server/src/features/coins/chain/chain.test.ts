/** What a chain can do: forks, transactions that go away, coins that are spent twice, nodes that lose blocks or end. */

import { showMyData } from '@giftlane/contract/members/my-data.ts';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { sendCoin } from '@giftlane/contract/money/crypto.ts';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { isFrozen, makeMember, type TestMember, testPassword } from '../../../testing/builders.ts';
import { longTest } from '../../../testing/long.ts';
import { forAll } from '../../../testing/start-shop.ts';
import {
  type CoinShop,
  elsewhere,
  longOnSandbox,
  lowerCoin,
  mainCoin,
  makeHolder,
  makeWallet,
  onSandbox,
  startCoinShop,
  transfersSeen,
  walletSeen,
} from '../coins.testing.ts';
import { makeWatcher } from '../coins.ts';
import { bookBlock, unbookBlock } from './book-block.ts';
import { findChain } from './chain-queries.ts';
import { mineNothingTo, mineTo } from './spent-otherwise.testing.ts';

const both = [
  ['btc', 'BTC'],
  ['ltc', 'LTC'],
] as const;

const sendTo = (
  shop: CoinShop,
  { token }: TestMember,
  receiveAddress: string,
  { coin = mainCoin, amount = 40_000 } = {},
) =>
  shop.call(sendCoin, {
    token,
    body: { coin, amount, receiveAddress, password: testPassword, purpose: 'sendCoin' },
  });

/** What the node's own books say of all addresses of the shop, and what ours say. */
async function compare(shop: CoinShop, coin: Coin) {
  const { db } = shop;
  const scripts = await db.rows(sql<{ script: string }>`
    select script from coin_addresses where coin = ${coin}`);
  const node = shop.checkout.coins.nodes.get(coin);
  const scan = await node?.unspentOf(scripts.map(({ script }) => script));
  if (scan?.kind !== 'done') throw new Error('the node did not answer');
  const ours = await db.rows(sql<{ outpoint: string }>`
    select txid || ':' || vout || '=' || value as outpoint from coin_outputs
    where coin = ${coin} and height is not null and spent_txid is null and not gone`);
  const theirs = scan.value.map(({ txid, vout, value }) => `${txid}:${vout}=${value}`);
  expect(ours.map(({ outpoint }) => outpoint).sort()).toEqual(theirs.sort());
}

test.for(both)('%s: a fork takes a deposit back, and gives it again', async ([lower, coin]) => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, anna, coin);
  await shop.sandbox.coins[lower].fund(receiveAddress, 90_000n);
  await shop.mine(lower);
  expect(await walletSeen(shop, anna, coin)).toMatchObject({ confirmedBalance: 90_000 });
  await shop.sandbox.coins[lower].reorganise(1);
  await shop.look();
  expect(await walletSeen(shop, anna, coin)).toMatchObject({
    confirmedBalance: 0,
    nPending: 90_000,
  });
  await shop.mine(lower);
  expect(await walletSeen(shop, anna, coin)).toMatchObject({ confirmedBalance: 90_000 });
  expect((await transfersSeen(shop, anna, coin))[0]?.history.map(({ action }) => action)).toEqual([
    'unconfirmed',
    'confirmed',
    'unconfirmed',
    'confirmed',
  ]);
  await compare(shop, lower);
});

describe('with as many confirmations as the options say', () => {
  const shared = forAll((atEnd) => startCoinShop({ testNet: true, atEnd }));
  const needed = [
    ['btc', 'BTC', 3],
    ['ltc', 'LTC', 6],
  ] as const;

  onSandbox.for(needed)(
    '%s: a deposit can be spent once it has all of them, and no block before; so is a send settled',
    async ([lower, coin, blocks]) => {
      const shop = shared();
      const anna = await makeHolder(shop, coin, 100_000n);
      const bert = await makeMember(shop);
      const { receiveAddress } = await makeWallet(shop, bert, coin);
      const wish = { coin, amount: 40_000 };
      const newest = async () => (await transfersSeen(shop, anna, coin))[0];
      await shop.mine(lower, blocks - 2);
      expect(await walletSeen(shop, anna, coin)).toMatchObject({
        confirmedBalance: 0,
        nPending: 100_000,
      });
      expect((await sendTo(shop, anna, receiveAddress, wish)).body.code).toBe('coins.short');
      await shop.mine(lower);
      expect(await newest()).toMatchObject({ state: 'confirmed', nConfirmations: blocks });
      expect((await sendTo(shop, anna, receiveAddress, wish)).status).toBe(200);
      await shop.step();
      await shop.mine(lower, blocks - 1);
      expect(await newest()).toMatchObject({ type: 'send', state: 'unconfirmed' });
      expect(await walletSeen(shop, bert, coin)).toMatchObject({ confirmedBalance: 0 });
      await shop.mine(lower);
      expect(await newest()).toMatchObject({ type: 'send', state: 'confirmed' });
      expect(await walletSeen(shop, bert, coin)).toMatchObject({ confirmedBalance: 40_000 });
    },
  );

  onSandbox.for(needed)(
    '%s: a fork of fewer blocks takes nothing that was booked, and what was not counts anew',
    async ([lower, coin, blocks]) => {
      const shop = shared();
      const anna = await makeHolder(shop, coin, 100_000n);
      await shop.mine(lower, blocks - 2);
      await shop.sandbox.coins[lower].reorganise(blocks - 1);
      await shop.look();
      // It is in no block any more, of which the chain has one more than before.
      expect(await transfersSeen(shop, anna, coin)).toMatchObject([
        { state: 'unconfirmed', nConfirmations: 0 },
      ]);
      await shop.mine(lower, blocks - 1);
      expect(await walletSeen(shop, anna, coin)).toMatchObject({ confirmedBalance: 0 });
      await shop.mine(lower);
      expect(await walletSeen(shop, anna, coin)).toMatchObject({ confirmedBalance: 100_000 });
      await shop.sandbox.coins[lower].reorganise(blocks - 1, { drop: true });
      await shop.look();
      expect(await walletSeen(shop, anna, coin)).toMatchObject({ confirmedBalance: 100_000 });
    },
  );
});

onSandbox(
  'a block that pays nothing to an address of the shop is followed like any other',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
    const { script } = await shop.db.one(sql<{ script: string }>`
    select script from coin_addresses where address = ${receiveAddress}`);
    await mineNothingTo(shop, 'btc', script);
    await shop.sandbox.coins.btc.fund(receiveAddress, 90_000n);
    await shop.mine('btc');
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 90_000 });
    expect(await transfersSeen(shop, anna, 'BTC')).toHaveLength(1);
    await compare(shop, 'btc');
  },
);

onSandbox('what waits is noted a part at a time: each may have thousands of outputs', async () => {
  const shop = await startCoinShop();
  const { coins } = shop.checkout;
  const anna = await makeMember(shop);
  await makeWallet(shop, anna, mainCoin);
  const { script } = await shop.db.one(sql<{ script: string }>`select script from coin_addresses`);
  const node = coins.nodes.get(lowerCoin);
  if (!node) throw new Error('no node');
  const txids = Array.from({ length: 250 }, (_, i) => i.toString(16).padStart(64, '0'));
  const outputs = [{ vout: 0, value: 10_000n, script }];
  const asked: number[] = [];
  const full: typeof node = {
    ...node,
    waiting: async () => ({ kind: 'done', value: txids }),
    async transactions(some) {
      asked.push(some.length);
      const value = some.map((txid) => ({ txid, kind: 'plain' as const, spends: [], outputs }));
      return { kind: 'done', value };
    },
  };
  const watch = makeWatcher({ ...coins, nodes: new Map([[lowerCoin, full]]) });
  expect(await watch(lowerCoin)).toBe('followed');
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ nPending: 2_500_000 });
  // The longest that nodes pass on has 3,200; a million of them at once take a worker 900 MB.
  expect(Math.max(...asked) * 3_200).toBeLessThan(500_000);
});

onSandbox('what was new with a block that is given up comes to nothing', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, anna, mainCoin);
  await mineTo(shop, lowerCoin, receiveAddress);
  await shop.look();
  expect(await transfersSeen(shop, anna, mainCoin)).toMatchObject([{ state: 'unconfirmed' }]);
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.look();
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ nPending: 0 });
  expect(
    (await transfersSeen(shop, anna, mainCoin))[0]?.history.map(({ action }) => action),
  ).toEqual(['unconfirmed', 'removed']);
  expect((await shop.call(showMyData, { token: anna.token })).body.data.aInTheWay).toEqual([]);
});

onSandbox('a fork of thirteen blocks that drops a deposit leaves nothing of it', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, 'LTC', 5_000_000n);
  await shop.mine('ltc', 12);
  await shop.sandbox.coins.ltc.reorganise(13, { drop: true });
  await shop.look();
  expect(await walletSeen(shop, anna, 'LTC')).toMatchObject({ confirmedBalance: 0, nPending: 0 });
  expect(await transfersSeen(shop, anna, 'LTC')).toMatchObject([{ state: 'removed' }]);
  await compare(shop, 'ltc');
});

onSandbox(
  'a deposit that was spent before a fork took it back is the house’s loss, and the account stands still',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const ben = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, ben, mainCoin);
    await sendTo(shop, anna, receiveAddress);
    await shop.sandbox.coins[lowerCoin].reorganise(1, { drop: true });
    await shop.look();
    expect(await isFrozen(shop, anna.id)).toBe(true);
  },
);

test('a send is settled, taken back by a fork, and settled again', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, mainCoin, 100_000n);
  const ben = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, ben, mainCoin);
  const { nFee } = (await sendTo(shop, anna, receiveAddress)).body.data;
  await shop.step();
  await shop.mine(lowerCoin);
  const left = { confirmedBalance: 60_000 - nFee };
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject(left);
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.step();
  expect((await transfersSeen(shop, anna, mainCoin))[0]).toMatchObject({ state: 'unconfirmed' });
  expect(await walletSeen(shop, ben, mainCoin)).toMatchObject({ confirmedBalance: 0 });
  await shop.mine(lowerCoin);
  expect((await transfersSeen(shop, anna, mainCoin))[0]).toMatchObject({ state: 'confirmed' });
  expect(await walletSeen(shop, ben, mainCoin)).toMatchObject({ confirmedBalance: 40_000 });
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject(left);
  await compare(shop, lowerCoin);
});

onSandbox('a send the nodes lost is handed in again, the same bytes', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, mainCoin, 100_000n);
  const ben = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, ben, mainCoin);
  const { txid } = (await sendTo(shop, anna, receiveAddress)).body.data;
  await shop.step();
  await shop.sandbox.coins[lowerCoin].evict();
  await shop.look();
  expect((await transfersSeen(shop, anna, mainCoin))[0]).toMatchObject({ state: 'signed', txid });
  await shop.handIn();
  await shop.mine(lowerCoin);
  expect((await transfersSeen(shop, anna, mainCoin))[0]).toMatchObject({
    state: 'confirmed',
    txid,
  });
});

onSandbox(
  'what comes and leaves the nodes again is removed, and back when it comes back',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, anna, 'LTC');
    const txid = await shop.sandbox.coins.ltc.fund(receiveAddress, 70_000n);
    await shop.look();
    await shop.sandbox.coins.ltc.evict(txid);
    await shop.look();
    expect(await walletSeen(shop, anna, 'LTC')).toMatchObject({ nPending: 0 });
    expect(await transfersSeen(shop, anna, 'LTC')).toMatchObject([{ txid, state: 'removed' }]);
  },
);

test('the change of a send can be spent before a block comes, and its fork follows', async () => {
  const shop = await startCoinShop();
  const anna = await makeHolder(shop, mainCoin, 200_000n);
  const ben = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, ben, mainCoin);
  await sendTo(shop, anna, receiveAddress);
  const early = await sendTo(shop, anna, receiveAddress);
  expect(early.body.code).toBe('coins.short');
  await shop.step();
  expect((await sendTo(shop, anna, receiveAddress)).status).toBe(200);
  await shop.step();
  await shop.mine(lowerCoin);
  expect(await walletSeen(shop, ben, mainCoin)).toMatchObject({ confirmedBalance: 80_000 });
  await shop.sandbox.coins[lowerCoin].reorganise(1);
  await shop.step();
  await shop.mine(lowerCoin);
  expect(await walletSeen(shop, ben, mainCoin)).toMatchObject({ confirmedBalance: 80_000 });
  await compare(shop, lowerCoin);
});

longOnSandbox(
  'a node that has lost blocks changes nothing, and one that is away is asked again',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const watch = makeWatcher(shop.checkout.coins);
    const node = shop.sandbox.coins[lowerCoin];
    await shop.mine(lowerCoin, 3);
    await shop.db.run(sql`update coin_chains set work = work * 2 where coin = ${lowerCoin}`);
    expect(await watch(lowerCoin)).toBe('behind');
    await shop.db.run(sql`update coin_chains set work = work / 2 where coin = ${lowerCoin}`);
    node.stop();
    expect(await watch(lowerCoin)).toBe('away');
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 100_000 });
    node.start();
    await node.mine(2);
    expect(await watch(lowerCoin)).toBe('followed');
  },
);

onSandbox('a node that is away is told once in the log, and once when it is back', async () => {
  const shop = await startCoinShop();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const watch = makeWatcher({ ...shop.checkout.coins, log });
  const node = shop.sandbox.coins[lowerCoin];
  node.stop();
  for (let look = 0; look < 3; look += 1) expect(await watch(lowerCoin)).toBe('away');
  expect(lines).toEqual(['the node of a coin does not answer']);
  node.start();
  for (let look = 0; look < 3; look += 1) expect(await watch(lowerCoin)).toBe('followed');
  expect(lines).toEqual([
    'the node of a coin does not answer',
    'the node of a coin is followed again',
  ]);
});

longTest(
  'a block that brings one wallet thousands of outputs is given up in seconds, not in minutes',
  { timeout: minutes(1) },
  async () => {
    const shop = await startCoinShop();
    const anna = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, anna, 'BTC');
    const { script } = await shop.db.one(sql<{ script: string }>`
      select script from coin_addresses where address = ${receiveAddress}`);
    const chain = await findChain(shop.db, 'btc');
    const { height = 0, hash: previous = '' } = chain ?? {};
    const [hash, txid, spent] = ['b'.repeat(64), 'c'.repeat(64), 'd'.repeat(64)];
    const outputs = Array.from({ length: 5_000 }, (_, vout) => ({ vout, value: 1_000n, script }));
    const brings = { txid, spends: [{ txid: spent, vout: 0 }], outputs, kind: 'plain' as const };
    const block = { hash, height: height + 1, previous, transactions: [brings] };
    await shop.db.tx((tx) => bookBlock(tx, 'btc', block, 1));
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 5_000_000 });
    expect(await shop.db.tx((tx) => unbookBlock(tx, 'btc', block, previous))).toBe(0);
    expect(await walletSeen(shop, anna, 'BTC')).toMatchObject({ confirmedBalance: 0 });
  },
);

test('several processes look at once, and each output is credited once', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  const { receiveAddress } = await makeWallet(shop, anna, mainCoin);
  const { [lowerCoin]: chain } = shop.sandbox.coins;
  for (let i = 0; i < 6; i += 1) {
    await chain.fund(receiveAddress, 10_000n + BigInt(i));
    await chain.mine(1);
  }
  const watchers = Array.from({ length: 6 }, () => makeWatcher(shop.checkout.coins));
  await Promise.all(watchers.map((watch) => watch(lowerCoin)));
  await shop.look();
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 60_015 });
  expect(await transfersSeen(shop, anna, mainCoin)).toHaveLength(6);
});

longTest(
  'a process that asked its node earlier does not take what another one has noted since for gone',
  async () => {
    const shop = await startCoinShop();
    const { coins } = shop.checkout;
    const anna = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, anna, mainCoin);
    const node = coins.nodes.get(lowerCoin);
    if (!node) throw new Error('no node');
    const late = {
      ...node,
      async waiting() {
        const answer = await node.waiting();
        await shop.sandbox.coins[lowerCoin].fund(receiveAddress, 10_000n);
        await shop.look();
        return answer;
      },
    };
    const watch = makeWatcher({ ...coins, nodes: new Map([[lowerCoin, late]]) });
    expect(await watch(lowerCoin)).toBe('followed');
    const [came] = await transfersSeen(shop, anna, mainCoin);
    expect(came?.history.map(({ action }) => action)).toEqual(['unconfirmed']);
  },
);

longOnSandbox(
  'a fork deeper than the shop follows stops it at every look, and gives up nothing',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    await shop.mine(lowerCoin, 110);
    await shop.sandbox.coins[lowerCoin].reorganise(111, { drop: true });
    const watch = makeWatcher(shop.checkout.coins);
    const before = await findChain(shop.db, lowerCoin);
    expect([await watch(lowerCoin), await watch(lowerCoin)]).toEqual(['forked', 'forked']);
    expect(await findChain(shop.db, lowerCoin)).toEqual(before);
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 100_000 });
  },
);

longTest('a fork of the very block that was the last when the shop began is followed', async () => {
  const shop = await startCoinShop();
  const anna = await makeMember(shop);
  await shop.sandbox.coins[lowerCoin].reorganise(3);
  const { receiveAddress } = await makeWallet(shop, anna, mainCoin);
  await shop.sandbox.coins[lowerCoin].fund(receiveAddress, 70_000n);
  await shop.mine(lowerCoin);
  expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 70_000 });
});

longTest(
  'what the house bore for a fork is its own again when the deposit comes back',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const ben = await makeMember(shop);
    const { receiveAddress } = await makeWallet(shop, ben, mainCoin);
    const { nFee } = (await sendTo(shop, anna, receiveAddress)).body.data;
    await shop.step();
    await shop.mine(lowerCoin);
    const left = 60_000 - nFee;
    await shop.sandbox.coins[lowerCoin].reorganise(2);
    await shop.look();
    const losses = async () => {
      const { units } = await shop.db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units
      from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.name = ${`house:losses:${lowerCoin}`}`);
      return units;
    };
    expect(await losses()).toBe(BigInt(left - 100_000));
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: 0 });
    await shop.mine(lowerCoin);
    expect(await losses()).toBe(0n);
    expect(await walletSeen(shop, anna, mainCoin)).toMatchObject({ confirmedBalance: left });
    expect(await walletSeen(shop, ben, mainCoin)).toMatchObject({ confirmedBalance: 40_000 });
    expect(await isFrozen(shop, anna.id)).toBe(true);
    await compare(shop, lowerCoin);
  },
);

longOnSandbox(
  'a send that nodes do not take waits longer each time, and holds up nobody else’s',
  async () => {
    const shop = await startCoinShop();
    const anna = await makeHolder(shop, mainCoin, 100_000n);
    const ben = await makeHolder(shop, mainCoin, 100_000n);
    await sendTo(shop, anna, elsewhere);
    // Its deposit is gone with the block: nodes do not know what it spends.
    await shop.sandbox.coins[lowerCoin].reorganise(2, { drop: true });
    await shop.look();
    const { receiveAddress } = await walletSeen(shop, ben, mainCoin);
    await shop.sandbox.coins[lowerCoin].fund(receiveAddress, 100_000n);
    await shop.mine(lowerCoin);
    await shop.sign();
    const tries = async () =>
      await shop.db.one(sql<{ tries: number; later: boolean }>`
        select tries, next_try_at > app_now() as later from coin_transfers where type = 'send'
        order by created_at limit 1`);
    await shop.handIn();
    await shop.handIn();
    expect(await tries()).toEqual({ tries: 1, later: true });
    await shop.moveClock(minutes(1));
    await shop.handIn();
    expect(await tries()).toEqual({ tries: 2, later: true });
    await shop.db.run(sql`
    update members set frozen_at = null, frozen_reason = null where id = ${ben.id}`);
    expect((await sendTo(shop, ben, elsewhere)).status).toBe(200);
    await shop.step();
    expect((await transfersSeen(shop, ben, mainCoin))[0]).toMatchObject({ state: 'unconfirmed' });
  },
);
