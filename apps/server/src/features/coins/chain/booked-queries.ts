/** Outputs and sends with enough confirmations to be in the ledger, and their reversal by a reorg. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { sql, type Tx } from '../../../platform/db/db.ts';
import type { BookedSend, ReceivedOutput } from '../postings.ts';

/** Confirmations before coinbase outputs and MWEB peg-outs can be spent. */
export const lateAfter = { coinbase: 100, hogex: 6 };

/**
 * Unbooked deposits with enough confirmations, at most `most`, locked. After a reorg a deposit may be in the same block
 * as the send of ours that spends it, so spent ones are included then.
 */
export function ripeOutputs(
  tx: Tx,
  coin: Coin,
  { height, needed, most }: { height: number; needed: number; most: number },
) {
  // Each step must use an index even with a generic plan made while the tables were empty: so its order is that of an
  // index, and single rows are looked up by the columns of one.
  return tx.rows(sql<ReceivedOutput>`
    with waiting as materialized (
      (select coin, txid, vout, height, kind from coin_outputs
      where coin = ${coin} and not booked and not gone and made_by is null and spent_txid is null
        and height <= ${height}::bigint + 1 - ${needed}::int
      order by coin, height)
      union all
      select o.coin, o.txid, o.vout, o.height, o.kind
      from (select id, txid from coin_transfers
        where coin = ${coin} and state in ('created', 'signed', 'unconfirmed')
        order by coin, created_at) s
      cross join lateral (select * from coin_outputs where reserved_by = s.id offset 0) o
      where o.spent_txid = s.txid and not o.booked and not o.gone and o.made_by is null),
    ripe as materialized (
      select coin, txid, vout from waiting
      where height <= ${height}::bigint + 1 - case kind
        when 'coinbase' then greatest(${needed}::int, ${lateAfter.coinbase}::int)
        when 'hogex' then greatest(${needed}::int, ${lateAfter.hogex}::int) else ${needed}::int end
      order by height, txid, vout limit ${most})
    select o.coin, o.txid, o.vout, w.owner, a.address, o.value, o.credited, o.lost, o.matched, a.refill,
      (select t.id from coin_transfers t where t.coin = o.coin and t.txid = o.txid and t.vout = o.vout
        and t.type = 'receive') as "transferId"
    from ripe cross join lateral (select * from coin_outputs
      where coin = ripe.coin and txid = ripe.txid and vout = ripe.vout for update) o
    join coin_wallets w on w.id = o.wallet_id
    join coin_addresses a on a.coin = o.coin and a.script = o.script
    order by o.height, o.txid, o.vout`);
}

/** Marks deposits as booked, and their transfers as confirmed. */
export async function markBooked(
  tx: Tx,
  coin: Coin,
  received: readonly Pick<ReceivedOutput, 'txid' | 'vout' | 'transferId'>[],
): Promise<void> {
  await Promise.all([
    tx.run(sql`
      update coin_outputs o set booked = true, credited = credited + 1, lost = 0, taken = false
      from unnest(${received.map(({ txid }) => txid)}::text[],
        ${received.map(({ vout }) => vout)}::int[]) as r (txid, vout)
      where o.coin = ${coin} and o.txid = r.txid and o.vout = r.vout`),
    tx.run(sql`
      update coin_transfers set state = 'confirmed'
      where id = any(${received.map(({ transferId }) => transferId)}::text[])`),
  ]);
}

/** Unsettled sends with enough confirmations, locked. */
export function ripeSends(
  tx: Tx,
  coin: Coin,
  { height, needed, most }: { height: number; needed: number; most: number },
) {
  return tx.rows(sql<BookedSend>`
    select t.id, t.coin, w.owner, t.value, t.fee, t.order_id is not null as "toHouse", t.settled,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold
    from coin_transfers t
    join coin_wallets w on w.id = t.wallet_id
    where t.coin = ${coin} and t.type = 'send' and t.state = 'unconfirmed'
      and t.height <= ${height}::bigint + 1 - ${needed}::int
    order by t.height, t.id limit ${most} for update of t`);
}

/**
 * Marks sends as settled: books the outputs they made, then unbooks those they spent. In this order, since one send may
 * spend an output of another.
 */
export async function markSettled(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = true where made_by = any(${ids}::text[]) and not gone`);
  await tx.run(sql`
    update coin_outputs set booked = false where reserved_by = any(${ids}::text[])`);
  await tx.run(sql`
    update coin_transfers set state = 'confirmed', settled = settled + 1
    where id = any(${ids}::text[])`);
}

/** Booked deposits of the block at `height`, locked. */
export async function bookedAt(tx: Tx, coin: Coin, height: number) {
  // Waits for transactions that count these outputs towards orders.
  await tx.run(sql`
    select 1 from coin_outputs where coin = ${coin} and height = ${height} for update`);
  return tx.rows(sql<ReceivedOutput>`
    select * from coin_received_rows
    where coin = ${coin} and height = ${height} and booked and made_by is null`);
}

/** Stores the house's loss on a debited output, in smallest units. */
export async function noteLost(
  tx: Tx,
  { coin, txid, vout }: Pick<ReceivedOutput, 'coin' | 'txid' | 'vout'>,
  lost: bigint,
): Promise<void> {
  await tx.run(sql`
    update coin_outputs set lost = ${lost} where coin = ${coin} and txid = ${txid} and vout = ${vout}`);
}

/** Settled sends in the block at `height`, locked. */
export function settledAt(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<BookedSend>`
    select t.id, t.coin, w.owner, t.value, t.fee, t.order_id is not null as "toHouse", t.settled,
      exists (select 1 from coin_sweeps s where s.transfer_id = t.id) as cold
    from coin_transfers t join coin_wallets w on w.id = t.wallet_id
    where t.coin = ${coin} and t.type = 'send' and t.state = 'confirmed' and t.height = ${height}
    for update of t`);
}

/** Reverts `markSettled`: books the outputs that sends spent, and unbooks those they made. */
export async function unsettle(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = true where reserved_by = any(${ids}::text[])`);
  await tx.run(sql`
    update coin_outputs set booked = false where made_by = any(${ids}::text[])`);
}
