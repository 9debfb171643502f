/** What the house did after a backup, once that was put back: what is left of its coins, and what it sent to its cold account. */
import { expect, inject, onTestFinished } from 'vitest';
import { sql } from '../../platform/db.ts';
import { cloneDatabase } from '../../testing/databases.ts';
import { nodeEnv } from '../../testing/sandbox-env.ts';
import { type CoinShop, coldXpub, onSandbox, startCoinShop, withCold } from './coins.testing.ts';
import {
  approveSend,
  compareWithNode,
  houseAddress,
  houseUnits,
  rescan,
  sweepHouse,
} from './coins.ts';
import { makeFees } from './fees.ts';

const ledger = async ({ db }: CoinShop, account: string) =>
  (
    await db.one(sql<{ units: bigint }>`
      select coalesce(sum(p.amount), 0)::bigint as units from ledger_accounts a
      join ledger_postings p on p.account_id = a.id where a.name = ${`house:${account}:btc`}`)
  ).units;

/** A house with so many outputs of 100,000 that an operator brought. */
async function houseWith(outputs: number) {
  const shop = await startCoinShop(withCold('0.001'));
  for (let i = 0; i < outputs; i += 1) {
    const { address } = await shop.db.tx((tx) =>
      houseAddress(tx, shop.checkout.coins, 'btc', { refill: true }),
    );
    await shop.sandbox.coins.btc.fund(address, 100_000n);
  }
  await shop.mine('btc');
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
  const copy = await cloneDatabase(inject('serverUrl'), name, { endOthers: true });
  onTestFinished(() => copy.drop());
  const { env, signer } = withCold('0.001');
  return () =>
    startCoinShop({
      env: { ...env, ...nodeEnv(shop.sandbox), DATABASE_URL: copy.url },
      signer,
    });
}

onSandbox(
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
