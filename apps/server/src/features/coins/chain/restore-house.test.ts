/** What the house did after a backup, once that was put back: what is left of its coins, and what it sent to its cold account. */
import { tmpdir } from 'node:os';
import { expect, inject, onTestFinished } from 'vitest';
import { runCli } from '../../../cli/run.testing.ts';
import { sql } from '../../../platform/db/db.ts';
import { cloneDatabase } from '../../../testing/databases.ts';
import { nodeEnv, sandboxEnv } from '../../../testing/sandbox-env.ts';
import { networkOf } from '../../../utxo/networks.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { unitsText } from '../../../utxo/units.ts';
import {
  type CoinShop,
  coldXpub,
  fillHouse,
  longOnSandbox,
  startCoinShop,
  withCold,
} from '../coins.testing.ts';
import {
  approveSend,
  coinStatus,
  compareWithNode,
  houseUnits,
  rescan,
  sweepHouse,
} from '../coins.ts';
import { makeFees } from '../sends/fees.ts';

const ledger = async ({ db }: CoinShop, account: string) =>
  (
    await db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units from ledger_accounts a
      join ledger_postings p on p.account_id = a.id where a.name = ${`house:${account}:btc`}`)
  ).units;

/** A house with so many outputs of 100,000 that an operator brought. */
async function houseWith(outputs: number) {
  const shop = await startCoinShop(withCold('0.001'));
  await fillHouse(shop, 'btc', 100_000n, outputs);
  return shop;
}

const cold = { btc: { xpub: coldXpub, cap: 150_000n } };

/** Sends what is above the cap to the cold account; a block has it. */
async function sweep(shop: CoinShop) {
  const { nodes, wishKey } = shop.checkout.coins;
  const swept = await sweepHouse(shop.db, { nodes, wishKey, fees: makeFees(), cold }, 'btc');
  await approveSend(shop.db, shop.checkout.coins, swept.id, { by: 'olga' });
  await shop.step();
  await shop.mine('btc');
  return swept;
}

/** A shop on a copy of another one's database as it was, with its seed and its nodes. */
async function backupOf(shop: CoinShop) {
  const name = new URL(shop.config.databaseUrl).pathname.slice(1);
  const copy = await cloneDatabase(inject('server'), name, { endOthers: true });
  onTestFinished(() => copy.drop());
  const { env, signer } = withCold('0.001');
  return () =>
    startCoinShop({
      env: { ...env, ...nodeEnv(shop.sandbox), DATABASE_URL: copy.url },
      signer,
    });
}

longOnSandbox(
  'what the house has left after a send that the books forgot is its own again, to pay with',
  async () => {
    const lost = await houseWith(3);
    const putBack = await backupOf(lost);
    await sweep(lost);
    const units = await houseUnits(lost.db);
    const shop = await putBack();
    await rescan(shop.checkout.coins, 'btc', 3);
    expect(await houseUnits(shop.db)).toEqual(units);
    expect(await ledger(shop, 'unmatched')).toBe(0n);
    expect(await compareWithNode(shop.checkout.coins, 'btc')).toMatchObject({
      onlyNode: [],
      onlyBooks: [],
    });
  },
);

/** Runs a command of the shop on its books, at the nodes of another one's sandbox. */
const runAt = (shop: CoinShop, nodesOf: CoinShop, words: readonly string[]) => {
  const { DATABASE_URL = '', ENCRYPTION_KEYS = '' } = sandboxEnv(
    shop.sandbox,
    shop.config.databaseUrl,
  );
  return runCli([...words], {
    DATABASE_URL,
    ENCRYPTION_KEYS,
    DATA_DIR: tmpdir(),
    ...nodeEnv(nodesOf.sandbox),
    ...withCold('0.001').env,
  });
};

const rescanned = (shop: CoinShop, nodesOf: CoinShop) =>
  runAt(shop, nodesOf, ['coin', 'rescan', 'btc', '--gap=3']);

const checked = (shop: CoinShop, nodesOf: CoinShop) => runAt(shop, nodesOf, ['coin', 'check']);

longOnSandbox(
  'what went to the cold account and the books forgot is told, and booked once it can not be given up any more',
  async () => {
    const lost = await houseWith(4);
    const putBack = await backupOf(lost);
    const { value, address } = await sweep(lost);
    // Somebody else pays there, too: that is nothing the house sent.
    const place = { branch: 0 as const, index: 2 };
    const other = openAccount(coldXpub).addressAt(place, networkOf('btc', 'regtest')).address;
    await lost.sandbox.coins.btc.fund(other, 50_000n);
    await lost.mine('btc');
    const shop = await putBack();
    const told = await checked(shop, lost);
    expect(told.code).toBe(1);
    expect(told.stdout).toMatch(/not in the books: [0-9a-f]{64}:\d 0\.\d+\. Run coin rescan\./);
    const first = await rescanned(shop, lost);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain('sent to the cold account, and not in the books: ');
    expect(first.stdout).toMatch(
      /by no send of the house that the books know: [0-9a-f]{64}:\d 0\.0005\./,
    );
    expect(await ledger(shop, 'coin_cold')).toBe(0n);
    await lost.sandbox.coins.btc.mine(100);
    await shop.look();
    const again = await Promise.all([rescanned(shop, lost), rescanned(shop, lost)]);
    expect(again.filter(({ stdout }) => stdout.includes('and in the books now: '))).toHaveLength(1);
    expect(await ledger(shop, 'coin_cold')).toBe(-value);
    expect((await coinStatus(shop.db))[0]?.cold).toBe(value);
    expect((await rescanned(shop, lost)).stdout).not.toContain('sent to the cold account');
    // What its owner's own wallet moved is told, and no fault.
    const good = await checked(shop, lost);
    expect(good.stdout).toContain(
      `${unitsText(value + 50_000n)} in the cold account, in 2 outputs`,
    );
    expect(good.stdout).toContain('by no send of the house that the books know: ');
    expect(good.code).toBe(0);
    // What is swept next goes to no address that has been used.
    const { nodes, wishKey } = shop.checkout.coins;
    const all = { btc: { xpub: coldXpub, cap: 0n } };
    const next = await sweepHouse(shop.db, { nodes, wishKey, fees: makeFees(), cold: all }, 'btc');
    expect(next.address).not.toBe(address);
  },
);

longOnSandbox(
  'what the books know to have gone to the cold account is found by no rescan',
  async () => {
    const shop = await houseWith(3);
    await sweep(shop);
    await shop.mine('btc', 101);
    expect((await rescanned(shop, shop)).stdout).toMatch(/^0 outputs .* handed out\n$/);
  },
);
