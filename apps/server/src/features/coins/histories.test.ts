/**
 * Random histories of two chains, with forks, deposits that are spent otherwise, nodes that forget, fees that rise, members who send to each other and away,
 * wait, are let go or not and speed up, and a house that is filled, pays and sweeps: after each, outputs are the ledger and what the node's
 * own books say (trust programme, M). COIN_HISTORIES says how many.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { bumpSend, sendCoin } from '@giftlane/contract/money/crypto.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/verify.ts';
import { sql } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { minutes } from '../../platform/process/durations.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { onRealNodes } from '../../testing/real-node.ts';
import { setOption } from '../content/content.ts';
import { paidOtherwise } from './chain/spent-otherwise.testing.ts';
import {
  approveByTwo,
  type CoinShop,
  coldXpub,
  makeWallet,
  raiseFees,
  startCoinShop,
  walletSeen,
  withCold,
} from './coins.testing.ts';
import {
  bumpHouse,
  houseAddress,
  listSends,
  rejectSend,
  sendFromHouse,
  sweepHouse,
} from './coins.ts';
import { makeFees } from './sends/fees.ts';

const histories = Number(process.env.COIN_HISTORIES ?? '3');
const names = { btc: 'BTC', ltc: 'LTC' } as const;

type Deed =
  | { readonly do: 'fund'; readonly who: number; readonly units: number }
  | { readonly do: 'send'; readonly who: number; readonly to: number; readonly units: number }
  | { readonly do: 'fill'; readonly units: number; readonly refill: boolean }
  | { readonly do: 'pay'; readonly to: number; readonly units: number }
  | { readonly do: 'mine'; readonly blocks: number }
  | { readonly do: 'fork'; readonly depth: number; readonly drop: boolean }
  | { readonly do: 'bump'; readonly rate: number }
  | { readonly do: 'decide'; readonly well: boolean }
  | { readonly do: 'sweep' | 'spend_otherwise' | 'forget' | 'sign' | 'hand_in' | 'look' };

const members = fc.integer({ min: 0, max: 2 });
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      who: members,
      units: fc.integer({ min: 5_000, max: 900_000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      who: members,
      to: fc.integer({ min: 0, max: 3 }),
      units: fc.integer({ min: 3_000, max: 300_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fill' as const),
      units: fc.integer({ min: 5_000, max: 900_000 }),
      refill: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      to: fc.integer({ min: 0, max: 3 }),
      units: fc.integer({ min: 3_000, max: 300_000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('mine' as const),
      blocks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fork' as const),
      depth: fc.integer({ min: 1, max: 4 }),
      drop: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('sign' as const, 'hand_in' as const, 'look' as const, 'look' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('spend_otherwise' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bump' as const),
      rate: fc.integer({ min: 2, max: 60 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('decide' as const), well: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
);

const away = {
  btc: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ltc: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
};

/** Does what may be refused; anything else that goes wrong is a fault. */
const unlessRefused = (deed: Promise<unknown>) =>
  deed.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

/** The house pays as it does for a card; what it is too short for, it refuses. */
function payFromHouse(shop: CoinShop, coin: Coin, address: string, value: bigint) {
  const { coins } = shop.checkout;
  const sending = { coin, address, value, for: { saleId: null }, rate: 5 };
  return unlessRefused(shop.db.tx((tx) => sendFromHouse(tx, coins, sending)));
}

const houseParts = ({ checkout: { coins } }: CoinShop) => ({
  ...coins,
  fees: makeFees(),
  cold: {
    btc: { xpub: coldXpub, cap: 200_000n },
    ltc: { xpub: coldXpub, cap: 200_000n },
  },
});

/** Whatever can be sped up is, by whom it is of. */
async function bumpAll(shop: CoinShop, coin: Coin, people: readonly TestMember[]) {
  const stuck = await shop.db.rows(sql<{ id: string; owner: string }>`
    select t.id, w.owner from coin_transfer_rows t join coin_wallets w on w.id = t."walletId"
    where t."canBump" and t.coin = ${coin} order by t.id`);
  for (const { id, owner } of stuck) {
    const member = people.find((one) => one.id === owner);
    if (member)
      await shop.call(bumpSend, { token: member.token, body: { id, nMostFee: 1_000_000 } });
    else await unlessRefused(bumpHouse(shop.db, houseParts(shop), id));
  }
}

/** All that waits for a person is let go, or not. */
async function decideAll(shop: CoinShop, well: boolean) {
  const by = { by: 'olga', reason: 'A test' };
  for (const { id } of await listSends(shop.db, true, 100))
    await unlessRefused(well ? approveByTwo(shop, id) : rejectSend(shop.db, id, by));
}

/** The last deposit is in no block any more, and what it was made of is spent otherwise. */
async function spendOtherwise(shop: CoinShop, coin: Coin): Promise<void> {
  const { [coin]: chain } = shop.sandbox.coins;
  await shop.look();
  const last = await shop.db.first(sql<{ txid: string; depth: number }>`
    select o.txid, (c.height - o.height + 1)::int as depth
    from coin_outputs o join coin_chains c on c.coin = o.coin
    where o.coin = ${coin} and o.height > c.height - 20 and o.made_by is null and not exists (
      select 1 from coin_transfers t where t.txid = o.txid and t.type = 'send')
    order by o.reserved_by is null, o.height desc, o.txid limit 1`);
  if (!last) return;
  const { txid, depth } = last;
  const include = [await paidOtherwise(shop, coin, txid)];
  await chain
    .reorganise(depth, { drop: true, include })
    // What that spends may be of these blocks, too.
    .catch(() => chain.reorganise(depth, { drop: true }));
}

/** Where a send waits for what never comes again, so many blocks come that it is given up. */
async function giveUp(shop: CoinShop, coin: Coin): Promise<void> {
  const dead = await shop.db.rows(sql`
    select 1 from coin_outputs where coin = ${coin} and dead_height is not null and reserved_by is not null`);
  if (dead.length === 0) return;
  await shop.mine(coin, 101);
  await shop.db.run(sql`update coin_transfers set next_try_at = app_now() where type = 'send'`);
  await shop.handIn();
}

async function act(shop: CoinShop, coin: Coin, people: readonly TestMember[], deed: Deed) {
  const chain = shop.sandbox.coins[coin];
  const addressOf = async (nth: number) => {
    const member = people[nth];
    return member ? (await walletSeen(shop, member, names[coin])).receiveAddress : away[coin];
  };
  switch (deed.do) {
    case 'fund':
      await chain.fund(await addressOf(deed.who), BigInt(deed.units));
      break;
    case 'send':
      await shop.call(sendCoin, {
        token: people[deed.who]?.token,
        body: {
          coin: names[coin],
          amount: deed.units,
          receiveAddress: await addressOf(deed.to),
          password: testPassword,
          purpose: 'sendCoin',
        },
      });
      break;
    case 'fill': {
      const { refill } = deed;
      const { address } = await shop.db.tx((tx) =>
        houseAddress(tx, shop.checkout.coins, coin, { refill }),
      );
      await chain.fund(address, BigInt(deed.units));
      break;
    }
    case 'pay':
      await payFromHouse(shop, coin, await addressOf(deed.to), BigInt(deed.units));
      break;
    case 'bump':
      if (!onRealNodes) await raiseFees(shop, coin, deed.rate);
      await bumpAll(shop, coin, people);
      break;
    case 'sweep':
      await unlessRefused(sweepHouse(shop.db, houseParts(shop), coin));
      break;
    case 'decide':
      await decideAll(shop, deed.well);
      break;
    case 'mine':
      await chain.mine(deed.blocks);
      break;
    case 'fork':
      await chain.reorganise(deed.depth, { drop: deed.drop && !onRealNodes });
      break;
    case 'spend_otherwise':
      if (!onRealNodes) await spendOtherwise(shop, coin);
      break;
    case 'forget':
      if (!onRealNodes) await chain.evict();
      break;
    case 'sign':
      await shop.sign();
      break;
    case 'hand_in':
      await shop.handIn();
      break;
    case 'look':
      await shop.look();
  }
}

/** Outputs of ours by the node's own books, and by ours. */
async function bothBooks(shop: CoinShop, coin: Coin) {
  const scripts = await shop.db.rows(sql<{ script: string }>`
    select script from coin_addresses where coin = ${coin}`);
  const scan = await shop.checkout.coins.nodes
    .get(coin)
    ?.unspentOf(scripts.map(({ script }) => script));
  const ours = await shop.db.rows(sql<{ output: string }>`
    select txid || ':' || vout || ' ' || value as output from coin_outputs
    where coin = ${coin} and height is not null and spent_txid is null and not gone`);
  const theirs = scan?.kind === 'done' ? scan.value : [];
  return {
    ours: ours.map(({ output }) => output).sort(),
    theirs: theirs.map(({ txid, vout, value }) => `${txid}:${vout} ${value}`).sort(),
  };
}

test.for(['btc', 'ltc'] as const)(
  '7 %s: after any history outputs, ledger and the node’s books are the same',
  { timeout: minutes(3 + histories) },
  async (coin) => {
    const { env, signer } = withCold('0.002');
    const shop = await startCoinShop({ env: { ...env, THROTTLE: '0' }, signer });
    const people = await Promise.all(
      Array.from({ length: 3 }, () => makeMember(shop, { verified: true })),
    );
    await setOption(shop.db, 'coin_send_daily_limit', '99999999');
    // Worth some 300,000 units of a bitcoin; of litecoins nothing here waits.
    await setOption(shop.db, 'coin_approve_above', '300');
    for (const member of people) await makeWallet(shop, member, names[coin]);
    await shop.mine(coin, 6);
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 8, maxLength: 30 }), async (history) => {
        for (const deed of history) {
          await act(shop, coin, people, deed);
          const { problems } = await verifyLedger(shop.db, shop.invariants);
          expect(problems).toEqual([]);
        }
        await shop.step();
        await giveUp(shop, coin);
        await shop.mine(coin);
        const { ours, theirs } = await bothBooks(shop, coin);
        expect(ours).toEqual(theirs);
        // Whom a fork has frozen goes on in the next history.
        await shop.db.run(sql`update members set frozen_at = null, frozen_reason = null`);
      }),
      { numRuns: histories, endOnFailure: true },
    );
  },
);
