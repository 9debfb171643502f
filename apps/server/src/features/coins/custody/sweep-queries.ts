/** Sends of the house to its cold accounts. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** Where in a cold account an address is. */
export interface ColdPlace {
  readonly xpub: string;
  /** Of its receiving branch. */
  readonly index: number;
}

/** Whether a sweep of a coin waits to be let go. */
export async function isSweeping(db: Queryable, coin: Coin): Promise<boolean> {
  const row = await db.first(sql<{ is: boolean }>`
    select true as is from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
    where t.coin = ${coin} and t.state = 'pendingApproval'`);
  return row !== undefined;
}

/**
 * The next address of a cold account that nothing can come to: that of a sweep which was never signed is taken again, so
 * that whoever watches the account finds no long gaps. The house's wallet is locked.
 */
export async function nextColdIndex(tx: Tx, coin: Coin, xpub: string): Promise<number> {
  const { index } = await tx.one(sql<{ index: number }>`
    select coalesce(max(used.index) + 1, 0)::int as index from (
      select s.index from coin_sweeps s join coin_transfers t on t.id = s.transfer_id
      where t.coin = ${coin} and s.xpub = ${xpub} and t.state <> 'rejected'
      union all select index from coin_cold_found where coin = ${coin} and xpub = ${xpub}) used`);
  return index;
}

/** Notes which send goes to a cold account. */
export async function insertSweep(
  tx: Tx,
  transferId: string,
  { xpub, index }: ColdPlace,
): Promise<void> {
  await tx.run(sql`
    insert into coin_sweeps (transfer_id, xpub, index) values (${transferId}, ${xpub}, ${index})`);
}

/** An output in a cold account. */
export interface Cold {
  readonly txid: string;
  readonly vout: number;
  /** Smallest units. */
  readonly value: bigint;
}

/** Those of some outputs in a cold account that no sweep of the books made, and whether outputs of the house were spent for them. */
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

/** Notes what was found in a cold account. */
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
