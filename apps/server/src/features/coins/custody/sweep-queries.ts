/** Sweeps: house sends to the cold account. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** An address of a cold account. */
export interface ColdPlace {
  readonly xpub: string;
  /** Index in the receiving branch. */
  readonly index: number;
}

/** True when a sweep of a coin waits for approval. */
export async function isSweeping(db: Queryable, coin: Coin): Promise<boolean> {
  const row = await db.first(sql<{ is: boolean }>`
    select true as is from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
    where t.coin = ${coin} and t.state = 'pendingApproval'`);
  return row !== undefined;
}

/**
 * The next unused address index of a cold account. The index of a rejected sweep is reused, so that watching software
 * meets no long gaps. The house's wallet must be locked.
 */
export async function nextColdIndex(tx: Tx, coin: Coin, xpub: string): Promise<number> {
  const { index } = await tx.one(sql<{ index: number }>`
    select coalesce(max(used.index) + 1, 0)::int as index from (
      select s.index from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
      where t.coin = ${coin} and s.xpub = ${xpub} and t.state <> 'rejected'
      union all select index from coin_cold_found where coin = ${coin} and xpub = ${xpub}) used`);
  return index;
}

/** Stores the cold address of a sweep. */
export async function insertSweep(
  tx: Tx,
  transferId: string,
  { xpub, index }: ColdPlace,
): Promise<void> {
  await tx.run(sql`
    insert into coin_sweeps (transfer_id, xpub, index) values (${transferId}, ${xpub}, ${index})`);
}

/** An output of a cold account. */
export interface Cold {
  readonly txid: string;
  readonly vout: number;
  /** Smallest units. */
  readonly value: bigint;
}

/** Those outputs of a cold account that no stored send made; `ours` when they were made from house outputs. */
export function unknownOf(tx: Tx, coin: Coin, outputs: readonly Cold[]) {
  return tx.rows(sql<{ txid: string; vout: number; ours: boolean }>`
    select f.txid, f.vout, exists (select 1 from coin_wallets w join coin_outputs o on o.wallet_id = w.id
      where w.coin = ${coin} and w.owner = 'house' and o.spent_txid = f.txid and o.taken) as ours
    from unnest(${outputs.map(({ txid }) => txid)}::text[], ${outputs.map(({ vout }) => vout)}::int[])
      as f (txid, vout)
    where not exists (select 1 from coin_transfers t where t.coin = ${coin} and t.txid = f.txid
        and t.type = 'send' and t.state not in ('failed', 'rejected'))
      and not exists (select 1 from coin_cold_found k
        where k.coin = ${coin} and k.txid = f.txid and k.vout = f.vout)`);
}

/** Stores outputs found in a cold account. */
export async function insertFound(
  tx: Tx,
  coin: Coin,
  found: readonly (Cold & ColdPlace)[],
): Promise<void> {
  if (found.length === 0) return;
  await tx.run(sql`
    insert into coin_cold_found (coin, txid, vout, value, xpub, index)
    select ${coin}, f.* from unnest(${found.map(({ txid }) => txid)}::text[],
      ${found.map(({ vout }) => vout)}::int[], ${found.map(({ value }) => value)}::bigint[],
      ${found.map(({ xpub }) => xpub)}::text[], ${found.map(({ index }) => index)}::int[]) as f`);
}
