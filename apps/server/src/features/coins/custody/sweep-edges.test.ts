/** Sweeps at the edges: all of it, forks, beside payouts, other places. */
import { expect, test } from 'vitest';
import { sql } from '../../../platform/db/db.ts';
import { longTest } from '../../../testing/long.ts';
import { testWishKey } from '../../../testing/sandbox-env.ts';
import { readWish, wishTag, wishText } from '../../../utxo/wish.ts';
import {
  type CoinShop,
  coldXpub,
  elsewhere,
  fillHouse,
  raiseFees,
  startCoinShop,
  withCold,
} from '../coins.testing.ts';
import {
  approveSend,
  bumpHouse,
  houseUnits,
  rejectSend,
  sendFromHouse,
  sweepHouse,
} from '../coins.ts';
import { makeFees } from '../sends/fees.ts';

async function houseWith(outputs: number, cap: bigint, signer: Record<string, string> = {}) {
  const shop = await startCoinShop(withCold('0.001', signer));
  await shop.sandbox.coins.btc.setFeeRate(2);
  await fillHouse(shop, 'btc', 100_000n, outputs);
  const { nodes, wishKey } = shop.checkout.coins;
  const sweep = () =>
    sweepHouse(
      shop.db,
      { nodes, wishKey, fees: makeFees(), cold: { btc: { xpub: coldXpub, cap } } },
      'btc',
    );
  return { shop, sweep };
}
const approve = (shop: CoinShop, id: string) =>
  approveSend(shop.db, shop.checkout.coins, id, { by: 'olga' });
const ledger = async ({ db }: CoinShop, account: string) =>
  (
    await db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units from ledger_accounts a
      join ledger_postings p on p.account_id = a.id where a.name = ${`house:${account}:btc`}`)
  ).units;
const sends = ({ db }: CoinShop) =>
  db.rows(sql<{ state: string; value: bigint; refusal: string | null }>`
    select t.state, t.value, w.refusal from coin_transfers t left join coin_wishes w on w.transfer_id = t.id where type = 'send' order by t.created_at, t.id`);

test('all of it is swept, twice after a refusal: the same transaction again', async () => {
  const { shop, sweep } = await houseWith(2, 0n);
  const one = await sweep();
  await rejectSend(shop.db, one.id, { by: 'olga', reason: 'x' });
  const two = await sweep();
  expect(two.address).toBe(one.address);
  await approve(shop, two.id);
  await shop.step();
  await shop.mine('btc');
  expect((await sends(shop)).map(({ state }) => state)).toEqual(['rejected', 'confirmed']);
});

longTest('a sweep is sped up, forked away and comes back', async () => {
  const { shop, sweep } = await houseWith(4, 100_000n);
  const { id } = await sweep();
  await approve(shop, id);
  await shop.step();
  await raiseFees(shop, 'btc', 30);
  const parts = { ...shop.checkout.coins, fees: makeFees() };
  await bumpHouse(shop.db, parts, id);
  await shop.step();
  await shop.mine('btc');
  expect(await ledger(shop, 'coin_cold')).toBe(-300_000n);
  for (const drop of [true, false]) {
    await shop.sandbox.coins.btc.reorganise(1, { drop });
    await shop.look();
    await shop.db.run(sql`update coin_transfers set next_try_at = app_now()`);
    if (drop) expect(await ledger(shop, 'coin_cold')).toBe(0n);
    await shop.step();
    await shop.mine('btc');
  }
  expect(await ledger(shop, 'coin_cold')).toBe(-300_000n);
  expect((await sends(shop)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
});

test('sweeps and payouts at once: one by one, nothing twice, the cap stays', async () => {
  const { shop, sweep } = await houseWith(5, 200_000n);
  const pay = (value: bigint) =>
    shop.db.tx((tx) =>
      sendFromHouse(tx, shop.checkout.coins, {
        coin: 'btc',
        address: elsewhere,
        value,
        rate: 2,
        for: { saleId: null },
      }),
    );
  const outcomes = async (tries: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(tries)).map((one) =>
      one.status === 'fulfilled' ? 'stored' : String(one.reason.code),
    );
  const goOn = async () => {
    for (const { id } of await shop.db.rows(
      sql<{ id: string }>`select id from coin_transfers where state = 'pendingApproval'`,
    ))
      await approve(shop, id);
    for (let i = 0; i < 3; i += 1) {
      await shop.step();
      await shop.mine('btc');
    }
  };
  const tries = [sweep(), pay(50_000n), sweep(), pay(60_000n), sweep()];
  const [one = '', small = '', two = '', large = '', three = ''] = await outcomes(tries);
  expect([one, two, three].sort()).toEqual(['coins.sweep_waits', 'coins.sweep_waits', 'stored']);
  await goOn();
  // Behind a sweep that came first one payout finds too little until what comes back of the sweep is confirmed.
  const short = [[50_000n, small] as const, [60_000n, large] as const].filter(
    ([, outcome]) => outcome !== 'stored',
  );
  expect(short.map(([, outcome]) => outcome)).toEqual(short.map(() => 'coins.house_short'));
  expect(short.length).toBeLessThan(2);
  expect(await outcomes(short.map(([value]) => pay(value)))).toEqual(short.map(() => 'stored'));
  await goOn();
  expect((await sends(shop)).map(({ state }) => state)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
  ]);
  // Whoever comes first: a payout behind the sweep may take of what the cap left.
  const { gone, swept } = await shop.db.one(sql<{ gone: bigint; swept: bigint }>`
    select sum(t.value + t.fee)::bigint as gone, sum(t.value) filter (where s.xpub is not null)::bigint as swept
    from coin_transfers t left join coin_sweeps s on s.transfer_id = t.id where t.type = 'send'`);
  expect((await houseUnits(shop.db)).get('btc')).toBe(500_000n - gone);
  expect(swept).toBeLessThanOrEqual(300_000n);
});

longTest('two sweeps approved one after the other leave the cap', async () => {
  const { shop, sweep } = await houseWith(5, 200_000n);
  const one = await sweep();
  await approve(shop, one.id);
  await expect(sweep()).rejects.toMatchObject({ code: 'coins.nothing_to_sweep' });
  await shop.step();
  await expect(sweep()).rejects.toMatchObject({ code: 'coins.nothing_to_sweep' });
  expect((await houseUnits(shop.db)).get('btc')).toBeGreaterThan(190_000n);
});

test('a sweep that pays a second place is not signed', async () => {
  const { shop, sweep } = await houseWith(2, 100_000n);
  const { id } = await sweep();
  await approve(shop, id);
  const { wish } = await shop.db.one(sql<{ wish: string }>`select wish from coin_wishes`);
  const read = readWish(wish);
  const text = wishText({
    ...read,
    outputs: read.outputs.map((one) =>
      one.change === undefined ? one : { script: `0014${'ab'.repeat(20)}`, value: one.value },
    ),
  });
  const tag = wishTag(Buffer.from(testWishKey, 'base64'), 'btc', text);
  await shop.owner.script('alter table coin_wishes disable trigger user');
  await shop.db.run(sql`update coin_wishes set wish = ${text}, tag = ${tag}`);
  await shop.owner.script('alter table coin_wishes enable trigger user');
  await shop.step();
  expect((await sends(shop))[0]).toMatchObject({
    state: 'rejected',
    refusal: 'what pays for no card goes to the cold account alone',
  });
});
