/**
 * The watcher of a coin's chain, on the sandbox's node over its real JSON-RPC: a block with many payments,
 * catching up on days of blocks, and the cost of a block with few and with many addresses.
 */
import { type Sandbox, startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { coinVariables } from '@giftlane/sandbox/variables.ts';
import { openParts } from '../apps/server/src/assembly/parts.ts';
import { makeWatcher } from '../apps/server/src/features/coins/coins.ts';
import { makeOptions } from '../apps/server/src/features/content/content.ts';
import { openCoins } from '../apps/server/src/ledger/ledger.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { readConfig } from '../apps/server/src/platform/process/config.ts';
import { networkOf } from '../apps/server/src/utxo/networks.ts';
import { type OwnAddress, openAccount } from '../apps/server/src/utxo/scripts.ts';
import { type Figure, type Scale, type Section, say } from './section.ts';
import type { BenchDatabase, Stage } from './stage.ts';
import { asPercent, spreadOf } from './stats.ts';

/** Confirmations before a coinbase output can be spent. */
const maturity = 100;

const wantedBlockMs = 2_000;
const wantedCatchUpMs = 60_000;
const tolerated = 0.2;

/** The public account m/0' of BIP 32's first test vector. */
const xpub =
  'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw';
const owner = 'mem_bench0000001';
const eachWallet = 100;
const payment = 10_000n;

interface Followed {
  readonly database: BenchDatabase;
  /** Polls the chain once; returns the duration in ms. */
  look(): Promise<number>;
  close(): Promise<void>;
}

/** A shop's database with this many addresses; the addresses in `paid` belong to one wallet. */
async function followed(
  stage: Stage,
  sandbox: Sandbox,
  { name, addresses, paid }: { name: string; addresses: number; paid: readonly OwnAddress[] },
): Promise<Followed> {
  say(`${name}: ${addresses} addresses`);
  const database = await stage.database(name);
  const { db } = database;
  await db.script('select bench_members(1, 1, 1)');
  await db.script(`select bench_coin_wallets(${Math.ceil(addresses / eachWallet)}, ${eachWallet})`);
  await db.tx(async (tx) => {
    await openCoins(tx, owner, 'btc');
    await tx.run(sql`
      insert into coin_accounts (coin, number, xpub, tag) values ('btc', 1, ${xpub}, '')`);
    await tx.run(sql`
      insert into coin_wallets (id, coin, owner, account, receiving, tag)
      values ('cw_bench', 'btc', ${owner}, 1, ${paid.length}, '')`);
    await tx.run(sql`
      insert into coin_addresses (coin, script, address, wallet_id, branch, index)
      select 'btc', a.script, a.address, 'cw_bench', 0, a.nth - 1
      from unnest(${paid.map(({ script }) => script)}::text[],
        ${paid.map(({ address }) => address)}::text[]) with ordinality as a (script, address, nth)`);
  });
  await db.script('vacuum analyze');
  const config = readConfig({
    ...stage.env,
    DATABASE_URL: database.url,
    ...coinVariables(sandbox).btc,
    COIN_WISH_KEY: Buffer.alloc(32, 9).toString('base64'),
    LOG_LEVEL: 'error',
  });
  const parts = openParts(config);
  const watch = makeWatcher({
    ...parts,
    options: makeOptions(parts.db),
    wishKey: config.coins.wishKey,
  });
  return {
    database,
    async look() {
      const began = performance.now();
      const seen = await watch('btc');
      if (seen !== 'followed') throw new Error(`the chain was not followed: ${seen}`);
      return performance.now() - began;
    },
    async close() {
      parts.mail.close();
      await parts.db.close();
      await database.close();
    },
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Sends payments, which then wait in the mempool. */
async function pay(sandbox: Sandbox, paid: readonly OwnAddress[], count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const { address = '' } = paid[i % paid.length] ?? {};
    await sandbox.coins.btc.fund(address, payment);
  }
}

/** Duration in ms of one block with many payments, already seen in the mempool. */
async function bigBlock(
  sandbox: Sandbox,
  { look }: Followed,
  { paid, count }: { paid: readonly OwnAddress[]; count: number },
): Promise<number> {
  say(`a block with ${count} payments`);
  await pay(sandbox, paid, count);
  await look();
  await sandbox.coins.btc.mine();
  return look();
}

/** Ratios of the cost of a block with ten payments, many addresses to few, in alternating order. */
async function compare(
  sandbox: Sandbox,
  [few, many]: readonly [Followed, Followed],
  { paid, rounds }: { paid: readonly OwnAddress[]; rounds: number },
): Promise<number[]> {
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let [fewMs, manyMs] = [0, 0];
    for (let block = 0; block < 20; block += 1) {
      await pay(sandbox, paid, 10);
      await sandbox.coins.btc.mine();
      // Alternates who polls first, as the node answers the second faster from its cache.
      if (block % 2 === 0) fewMs += await few.look();
      manyMs += await many.look();
      if (block % 2 === 1) fewMs += await few.look();
    }
    shares.push(manyMs / fewMs);
  }
  return shares;
}

async function catchUp(
  sandbox: Sandbox,
  { look }: Followed,
  { paid, blocks }: { paid: readonly OwnAddress[]; blocks: number },
): Promise<number> {
  say(`${blocks} blocks to catch up`);
  for (let block = 0; block < blocks; block += 1) {
    await pay(sandbox, paid, 5);
    await sandbox.coins.btc.mine();
  }
  return look();
}

const sizesOf = ({ quick, rounds }: Scale) =>
  quick
    ? { payments: 20, few: 100, many: 1_000, middle: 500, blocks: 10, rounds }
    : { payments: 2_000, few: 1_000, many: 1_000_000, middle: 100_000, blocks: 1_000, rounds };

export const coins: Section = async (stage, scale): Promise<Figure[]> => {
  const size = sizesOf(scale);
  const sandbox = await startSandbox({});
  // The faucet spends its own change, and nodes limit chains of unconfirmed transactions to 25.
  await sandbox.coins.btc.mine(maturity + Math.ceil(size.payments / 10));
  const account = openAccount(xpub);
  const network = networkOf('btc', 'regtest');
  const paid = Array.from({ length: size.payments }, (_, index) =>
    account.addressAt({ branch: 0, index }, network),
  );
  const open = (name: string, addresses: number) =>
    followed(stage, sandbox, { name: `giftlane_${name}`, addresses, paid });
  const few = await open('few', size.few);
  const many = await open('many', size.many);
  const middle = await open('middle', size.middle);
  const all = [few, many, middle];
  for (const one of all) await one.look();
  const blockMs = await bigBlock(sandbox, middle, { paid, count: size.payments });
  for (const one of all) await one.look();
  const shares = spreadOf(await compare(sandbox, [few, many], { paid, rounds: size.rounds }));
  await middle.look();
  const caughtMs = await catchUp(sandbox, middle, { paid, blocks: size.blocks });
  const problems = await stage.verify(middle.database);
  for (const one of all) await one.close();
  await sandbox.close();
  if (problems.length > 0) throw new Error(`the books are wrong: ${problems.join('; ')}`);
  const figure = (name: string, ms: number, wantedMs: number): Figure => ({
    name,
    value: seconds(ms),
    wanted: `under ${wantedMs / 1000} s`,
    met: ms < wantedMs,
  });
  return [
    figure(`a block with ${size.payments} payments is booked in`, blockMs, wantedBlockMs),
    figure(
      `${size.blocks} blocks with ${size.middle} addresses are caught up in`,
      caughtMs,
      wantedCatchUpMs,
    ),
    {
      name: `a block with 10 payments, ${size.many} addresses to ${size.few}`,
      value: asPercent(shares),
      wanted: 'within 20 %',
      met: shares.median <= 1 + tolerated,
    },
  ];
};
