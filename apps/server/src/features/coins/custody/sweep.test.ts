/** What the house holds above its cap goes to an account whose keys lie elsewhere, and to no other. */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runCli } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { longTest } from '../../../testing/long.ts';
import { nodeEnv, sandboxEnv, testWishKey } from '../../../testing/sandbox-env.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { readWish, waitingTag, wishText } from '../../../utxo/wish.ts';
import {
  type CoinShop,
  coldXpub,
  elsewhere,
  fillHouse,
  startCoinShop,
  withCold,
} from '../coins.testing.ts';
import { approveSend, houseUnits, rejectSend, sendFromHouse, sweepHouse } from '../coins.ts';
import { makeFees } from '../sends/fees.ts';

const olga = { by: 'olga' };
const cold = { btc: { xpub: coldXpub, cap: 100_000n } };

const coldAt = (index: number) =>
  openAccount(coldXpub).addressAt({ branch: 0, index }, networkOf('btc', 'regtest'));

/** A house with so many outputs of 100,000, which keeps 100,000 at hand. */
async function houseWith(outputs: number, signer: Record<string, string> = {}) {
  const shop = await startCoinShop(withCold('0.001', signer));
  await fillHouse(shop, 'btc', 100_000n, outputs);
  return shop;
}

const sweep = (shop: CoinShop) => {
  const { nodes, wishKey } = shop.checkout.coins;
  return sweepHouse(shop.db, { nodes, wishKey, fees: makeFees(), cold }, 'btc');
};
const approve = (shop: CoinShop, id: string) => approveSend(shop.db, shop.checkout.coins, id, olga);

const sends = ({ db }: CoinShop) =>
  db.rows(sql<{ state: string; address: string }>`
    select state, address from coin_transfers where type = 'send' order by created_at, id`);

const ledger = async ({ db }: CoinShop, account: string) =>
  (
    await db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units from ledger_accounts a
      join ledger_postings p on p.account_id = a.id where a.name = ${`house:${account}:btc`}`)
  ).units;

const lastRefusal = async ({ db }: CoinShop) =>
  (
    await db.one(sql<{ refusal: string | null }>`
      select refusal from coin_wishes order by number desc limit 1`)
  ).refusal;

/** How many wishes wait for the signer. */
const notSigned = async ({ db }: CoinShop) =>
  (
    await db.one(sql<{ open: number }>`
      select count(*)::int as open from coin_wishes where answered_at is null`)
  ).open;

const run = (shop: CoinShop, ...args: string[]) => {
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  const { env } = withCold('0.001');
  const own = { DATABASE_URL, ENCRYPTION_KEYS, DATA_DIR: tmpdir() };
  return runCli(args, { ...own, ...nodeEnv(shop.sandbox), ...env });
};

test('what is above the cap goes to a fresh address of the cold account once it is approved, and stays the house’s', async () => {
  const shop = await houseWith(4);
  const swept = await run(shop, 'coin', 'sweep', 'btc', '--json');
  const { id, address, units } = JSON.parse(swept.stdout);
  expect([swept.code, address, units]).toEqual([0, coldAt(0).address, '300000']);
  await shop.step();
  expect(await sends(shop)).toMatchObject([{ state: 'pendingApproval' }]);
  expect((await run(shop, 'coin', 'list', '--pending')).stdout).toContain(`house: 0.003 btc to`);
  expect((await run(shop, 'coin', 'sweep', 'btc')).stderr).toBe(
    'A sweep of BTC is already waiting: coin list --pending\n',
  );
  expect((await run(shop, 'coin', 'approve', id)).code).toBe(0);
  await shop.step();
  expect(await ledger(shop, 'coin_cold')).toBe(0n);
  await shop.mine('btc');
  expect(await sends(shop)).toMatchObject([{ state: 'confirmed' }]);
  const lying = await shop.checkout.coins.nodes.get('btc')?.unspentOf([coldAt(0).script]);
  expect(lying).toMatchObject({ kind: 'done', value: [{ value: 300_000n }] });
  expect([await ledger(shop, 'coin_cold'), await ledger(shop, 'conversion')]).toEqual([
    -300_000n,
    0n,
  ]);
  const fee = -(await ledger(shop, 'coin_fees'));
  expect((await houseUnits(shop.db)).get('btc')).toBe(100_000n - fee);
  expect((await run(shop, 'coin', 'status')).stdout).toContain('0.003 went to its cold account');
});

longTest(
  'a fork takes a sweep back out of the books, and they have it again when it comes back',
  async () => {
    const shop = await houseWith(2);
    await approve(shop, (await sweep(shop)).id);
    await shop.step();
    await shop.mine('btc');
    expect(await ledger(shop, 'coin_cold')).toBe(-100_000n);
    await shop.sandbox.coins.btc.reorganise(1, { drop: true });
    await shop.look();
    expect(await ledger(shop, 'coin_cold')).toBe(0n);
    await shop.step();
    await shop.mine('btc', 2);
    expect(await ledger(shop, 'coin_cold')).toBe(-100_000n);
  },
);

longTest(
  'below the cap there is nothing to sweep; each sweep has its own address, but for what was never signed',
  async () => {
    const shop = await houseWith(2);
    const first = await sweep(shop);
    await rejectSend(shop.db, first.id, { ...olga, reason: 'A test' });
    const second = await sweep(shop);
    await approve(shop, second.id);
    await shop.step();
    await shop.mine('btc');
    await expect(sweep(shop)).rejects.toMatchObject({ code: 'coins.nothing_to_sweep' });
    await fillHouse(shop, 'btc', 100_000n);
    const third = await sweep(shop);
    expect([first, second, third].map((one) => one.address)).toEqual(
      [0, 0, 1].map((index) => coldAt(index).address),
    );
    const none = await startCoinShop();
    const { nodes, wishKey } = none.checkout.coins;
    const tried = sweepHouse(none.db, { nodes, wishKey, fees: makeFees(), cold: {} }, 'btc');
    await expect(tried).rejects.toMatchObject({ code: 'coins.no_cold_account' });
  },
);

/** A sweep that the shop's own keys let go, but to somewhere else, or as something else. */
async function forged(shop: CoinShop, change: (wish: ReturnType<typeof readWish>) => object) {
  const { id } = await sweep(shop);
  const { wish } = await shop.db.one(sql<{ wish: string }>`select wish from coin_approvals`);
  const text = wishText({ ...readWish(wish), ...change(readWish(wish)) });
  const tag = waitingTag(Buffer.from(testWishKey, 'base64'), 'btc', { text, goesAt: null });
  await shop.owner.script('alter table coin_approvals disable trigger user');
  await shop.db.run(sql`update coin_approvals set wish = ${text}, tag = ${tag}`);
  await shop.owner.script('alter table coin_approvals enable trigger user');
  return id;
}

test('the signer sends no sweep elsewhere, however it is said to be let go', async () => {
  const told: unknown[] = [];
  for (const change of [
    // Another place of the cold account than is said.
    (wish: ReturnType<typeof readWish>) => ({
      outputs: wish.outputs.map((one) => (one.cold === undefined ? one : { ...one, cold: 7 })),
    }),
    // It does not say that it is one.
    (wish: ReturnType<typeof readWish>) => ({
      purpose: undefined,
      outputs: wish.outputs.map(({ cold: _, ...one }) => one),
    }),
    // Of another account.
    () => ({ account: 3 }),
  ]) {
    const shop = await houseWith(2);
    await approve(shop, await forged(shop, change));
    await shop.step();
    told.push(await lastRefusal(shop));
    expect(await sends(shop)).toMatchObject([{ state: 'rejected' }]);
  }
  const only = 'what pays for no card goes to the cold account alone';
  expect(told).toEqual([only, only, "a wallet that is not the shop's"]);
});

test('the signer goes by the cold account in its own environment, not by the shop’s', async () => {
  const shop = await houseWith(2, { BTC_COLD_XPUB: '' });
  await approve(shop, (await sweep(shop)).id);
  await shop.step();
  expect(await lastRefusal(shop)).toBe('what pays for no card goes to the cold account alone');
  expect((await houseUnits(shop.db)).get('btc')).toBe(200_000n);
});

test('sweeps have limits of their own: they take nothing of what pays for cards, and the other way round', async () => {
  const shop = await houseWith(5, {
    BTC_SIGN_LIMITS: '0.0006/0.0006/0.0006',
    BTC_SWEEP_LIMITS: '1/0.005/1',
  });
  await approve(shop, (await sweep(shop)).id);
  await shop.step();
  expect(await lastRefusal(shop)).toBe(null);
  await shop.mine('btc');
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
  await pay(50_000n);
  await shop.step();
  expect(await lastRefusal(shop)).toBe(null);
  await pay(20_000n);
  await shop.step();
  expect(await notSigned(shop)).toBe(1);
  await fillHouse(shop, 'btc', 200_000n);
  await approve(shop, (await sweep(shop)).id);
  await shop.step();
  expect(await notSigned(shop)).toBe(2);
});
