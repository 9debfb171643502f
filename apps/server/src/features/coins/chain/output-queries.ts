import type { Coin } from '@giftlane/contract/money/coins.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import type { PlannedOutput, Spendable } from '../../../utxo/plan.ts';

/** An unspent output of a wallet. */
export interface OwnOutput extends Spendable {
  readonly branch: 0 | 1;
  readonly index: number;
  /** The number of our unconfirmed sends it depends on, in a chain. */
  readonly depth: number;
}

/** Nodes relay chains of at most 25 unconfirmed transactions; ours stay well below. */
export const mostDepth = 5;

/** Outputs of a wallet considered for a send: the largest. */
const mostOutputs = 1_000;

/**
 * The outputs a wallet can spend: booked ones, and those made by our own broadcast sends, which no stranger can
 * double-spend. Excludes payments to the house that match no order, which are owed back.
 */
export function spendable(tx: Queryable, walletId: string) {
  return tx.rows(sql<OwnOutput>`
    select o.txid, o.vout, o.value, o.script, a.branch, a.index, case when o.height is null then coalesce(t.depth, 0) else 0 end as depth
    from coin_outputs o
    join coin_addresses a on a.coin = o.coin and a.script = o.script
    join coin_wallets w on w.id = o.wallet_id
    left join coin_transfers t on t.id = o.made_by and not o.booked
    where o.wallet_id = ${walletId} and (w.owner <> 'house' or o.made_by is not null or a.refill or o.matched)
      and o.reserved_by is null and o.spent_txid is null and not o.gone
      and (o.booked or o.height is not null and o.made_by is not null
        or t.state in ('unconfirmed', 'confirmed') and t.depth < ${mostDepth}::int)
    order by o.value desc, o.txid, o.vout limit ${mostOutputs}`);
}

/** Reserves outputs for a send; returns how many were free. */
export function reserve(
  tx: Tx,
  transferId: string,
  coin: Coin,
  outputs: readonly Spendable[],
): Promise<number> {
  return tx.run(sql`
    update coin_outputs o set reserved_by = ${transferId}
    from unnest(${outputs.map(({ txid }) => txid)}::text[], ${outputs.map(({ vout }) => vout)}::int[])
      as wanted (txid, vout)
    where o.coin = ${coin} and o.txid = wanted.txid and o.vout = wanted.vout
      and o.reserved_by is null and o.spent_txid is null and not o.gone`);
}

/**
 * Stores the outputs of a new send that are ours: its change, and an order's payment to the house. A send to another
 * member's wallet is that member's deposit and not stored here. A rejected send may have had the same txid before.
 */
export async function insertMade(
  tx: Tx,
  made: { id: string; coin: Coin; txid: string; walletId: string; toHouse: boolean },
  outputs: readonly PlannedOutput[],
): Promise<void> {
  const { id, coin, txid, walletId, toHouse } = made;
  await tx.run(sql`
    insert into coin_outputs (coin, txid, vout, wallet_id, script, value, kind, made_by)
    select ${coin}, ${txid}, o.nth - 1, a.wallet_id, o.script, o.value, 'plain', ${id}
    from unnest(${outputs.map(({ script }) => script)}::text[],
      ${outputs.map(({ value }) => value)}::bigint[]) with ordinality as o (script, value, nth)
    join coin_addresses a on a.coin = ${coin} and a.script = o.script
    join coin_wallets w on w.id = a.wallet_id
    where w.id = ${walletId} or ${toHouse} and w.owner = 'house'
    on conflict (coin, txid, vout) do update set made_by = excluded.made_by, gone = false
      where coin_outputs.gone and coin_outputs.made_by is not null`);
}
