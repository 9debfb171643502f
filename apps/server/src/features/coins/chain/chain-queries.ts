/** The booked tip of each chain, and its last blocks. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

export interface Chain {
  readonly network: string;
  readonly height: number;
  readonly hash: string;
  readonly work: bigint;
}

/** The booked tip of a chain; undefined before the first one. */
export async function findChain(db: Queryable, coin: Coin): Promise<Chain | undefined> {
  const row = await db.first(sql<{ network: string; height: bigint; hash: string; work: string }>`
    select network, height, hash, work::text as work from coin_chains where coin = ${coin}`);
  return row && { ...row, height: Number(row.height), work: BigInt(row.work) };
}

/** Like `findChain`, and locks the row until the transaction ends. */
export async function lockChain(tx: Tx, coin: Coin): Promise<Chain | undefined> {
  const row = await tx.first(sql<{ network: string; height: bigint; hash: string; work: string }>`
    select network, height, hash, work::text as work from coin_chains where coin = ${coin}
    for update`);
  return row && { ...row, height: Number(row.height), work: BigInt(row.work) };
}

/** Stores the first booked block, a little below the node's tip: wallets are only created afterwards. */
export async function beginChain(
  tx: Tx,
  coin: Coin,
  { network, height, hash, work }: Chain,
): Promise<void> {
  await tx.run(sql`
    insert into coin_chains (coin, network, height, hash, work)
    values (${coin}, ${network}, ${height}, ${hash}, ${work.toString()}::numeric)
    on conflict (coin) do nothing`);
  await tx.run(sql`
    insert into coin_blocks (coin, height, hash) values (${coin}, ${height}, ${hash})
    on conflict do nothing`);
}

/** The deepest reorg that is followed, in blocks; a deeper one needs an operator. */
export const mostUndone = 100;
const blocksKept = 1_000;

/** Moves the booked tip to a block, forward or back. */
export async function moveTip(
  tx: Tx,
  coin: Coin,
  { height, hash }: Pick<Chain, 'height' | 'hash'>,
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      update coin_chains set height = ${height}, hash = ${hash}, moved_at = app_now()
      where coin = ${coin}`),
    tx.run(sql`
      delete from coin_blocks where coin = ${coin}
        and (height > ${height} or height <= ${height - blocksKept})`),
    tx.run(sql`
      insert into coin_blocks (coin, height, hash) values (${coin}, ${height}, ${hash})
      on conflict (coin, height) do update set hash = excluded.hash`),
  ]);
}

/** Stores the time of a complete poll, and the total work of the node's chain. */
export async function noteLook(db: Queryable, coin: Coin, work: bigint): Promise<void> {
  await db.run(sql`
    update coin_chains set work = ${work.toString()}::numeric, looked_at = app_now()
    where coin = ${coin}`);
}

/** The hashes of the last booked blocks by height, as many as a reorg may replace, and one more. */
export async function lastHashes(db: Queryable, coin: Coin): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows(sql<{ height: bigint; hash: string }>`
    select height, hash from coin_blocks where coin = ${coin}
    order by height desc limit ${mostUndone + 1}`);
  return new Map(rows.map(({ height, hash }) => [Number(height), hash]));
}

/** The hash of a booked block. */
export async function blockHash(
  db: Queryable,
  coin: Coin,
  height: number,
): Promise<string | undefined> {
  const row = await db.first(sql<{ hash: string }>`
    select hash from coin_blocks where coin = ${coin} and height = ${height}`);
  return row?.hash;
}
