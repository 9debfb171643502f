/** Outputs spent by transactions that are not ours, or removed by a reorg while a send had them reserved. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { sql, type Tx } from '../../../platform/db/db.ts';
import type { BookedOutput, ReceivedOutput } from '../postings.ts';

/** Booked outputs spent in the block at `height` by a transaction that is not ours, except those reserved by a send. */
export function takenAt(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows
    where coin = ${coin} and spent_height = ${height} and booked and reserved_by is null`);
}

/** Booked outputs reserved by a send and spent in a block. */
export function takenFrom(tx: Tx, sendId: string) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows where reserved_by = ${sendId} and spent_height is not null and booked`);
}

/**
 * Outputs of just settled sends that a transaction which is not ours spent before: `takenAt` skipped them as unbooked.
 */
export function takenMadeBy(tx: Tx, ids: readonly string[]) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows
    where made_by = any(${ids}::text[]) and spent_height is not null and booked and reserved_by is null`);
}

/** Outputs reserved by a send that a reorg removed at a loss for the house. */
export function borneOf(tx: Tx, sendId: string) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows
    where reserved_by = ${sendId} and lost > 0 and not booked and not taken`);
}

/** Outputs made by these sends that were unbooked as taken. */
export function takenOf(tx: Tx, ids: readonly string[]) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows where made_by = any(${ids}::text[]) and taken`);
}

/** Outputs unbooked as taken in the block at `height`. */
export function takenBefore(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows where coin = ${coin} and spent_height = ${height} and taken`);
}

/** Unbooks an output as taken, and stores the house's loss on it in smallest units. */
export async function markTaken(
  tx: Tx,
  { coin, txid, vout }: Pick<ReceivedOutput, 'coin' | 'txid' | 'vout'>,
  lost: bigint,
): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = false, taken = true, lost = ${lost}
    where coin = ${coin} and txid = ${txid} and vout = ${vout}`);
}
