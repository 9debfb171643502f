/** Outputs that somebody else has spent, or that a fork took back from a send. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { sql, type Tx } from '../../../platform/db/db.ts';
import type { BookedOutput, ReceivedOutput } from '../postings.ts';

/** What lies on the books and was spent in the block of `height` by no send of ours; what a send waits to spend is left to it. */
export function takenAt(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows
    where coin = ${coin} and spent_height = ${height} and booked and reserved_by is null`);
}

/** What a send was to spend and another transaction has spent. */
export function takenFrom(tx: Tx, sendId: string) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows where reserved_by = ${sendId} and spent_height is not null and booked`);
}

/** What sends made that are settled now and that somebody else had spent before: nobody looked for it then. */
export function takenMadeBy(tx: Tx, ids: readonly string[]) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows
    where made_by = any(${ids}::text[]) and spent_height is not null and booked and reserved_by is null`);
}

/** What a send was to spend and a fork has taken back, of which the house bore something. */
export function borneOf(tx: Tx, sendId: string) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows
    where reserved_by = ${sendId} and lost > 0 and not booked and not taken`);
}

/** What was taken of what these sends made. */
export function takenOf(tx: Tx, ids: readonly string[]) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows where made_by = any(${ids}::text[]) and taken`);
}

/** What was taken in a block that is given up. */
export function takenBefore(tx: Tx, coin: Coin, height: number) {
  return tx.rows(sql<BookedOutput>`
    select * from coin_received_rows where coin = ${coin} and spent_height = ${height} and taken`);
}

/** Takes an output off the books, with what the house bore of it. */
export async function markTaken(
  tx: Tx,
  { coin, txid, vout }: Pick<ReceivedOutput, 'coin' | 'txid' | 'vout'>,
  lost: bigint,
): Promise<void> {
  await tx.run(sql`
    update coin_outputs set booked = false, taken = true, lost = ${lost}
    where coin = ${coin} and txid = ${txid} and vout = ${vout}`);
}
