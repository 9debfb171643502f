/** How far a chain is booked, and its last blocks. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

export interface Chain {
  readonly network: string;
  readonly height: number;
  readonly hash: string;
  readonly work: bigint;
}

/** How far a chain is booked; nothing before its first look. */
export async function findChain(db: Queryable, coin: Coin): Promise<Chain | undefined> {
  const row = await db.first(sql<{ network: string; height: bigint; hash: string; work: string }>`
    select network, height, hash, work::text as work from coin_chains where coin = ${coin}`);
  return row && { ...row, height: Number(row.height), work: BigInt(row.work) };
}

/** The same, which nobody else moves before the transaction ends. */
export async function lockChain(tx: Tx, coin: Coin): Promise<Chain | undefined> {
  const row = await tx.first(sql<{ network: string; height: bigint; hash: string; work: string }>`
    select network, height, hash, work::text as work from coin_chains where coin = ${coin}
    for update`);
  return row && { ...row, height: Number(row.height), work: BigInt(row.work) };
}

/** Begins a chain a little below the node's tip: wallets are younger than that. */
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

/** So many blocks may be given up for others; deeper than that a person has to look. */
export const mostUndone = 100;
const blocksKept = 1_000;

/** Moves the tip to a block, forward or back. */
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

/** Notes that the node has answered all that was asked, and its work. */
export async function noteLook(db: Queryable, coin: Coin, work: bigint): Promise<void> {
  await db.run(sql`
    update coin_chains set work = ${work.toString()}::numeric, looked_at = app_now()
    where coin = ${coin}`);
}

/** The hashes of the last booked blocks, by height: as many as may be given up. */
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
