/**
 * Outputs spent in a block by a transaction that is not ours: a key leaked, or the database was restored from a backup.
 * They are debited, and credited again if a reorg removes that block.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { coinsOf, lockBalance, postAll } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { freeze } from '../../accounts/accounts.ts';
import {
  type BookedOutput,
  lostJournal,
  type ReceivedOutput,
  receivedJournal,
  repaidJournal,
} from '../postings.ts';
import { house } from '../wallets/wallet-queries.ts';
import { markBooked, noteLost } from './booked-queries.ts';
import { markTaken } from './taken-queries.ts';

/**
 * How much of an output its owner still has, `takenBefore` units of the balance being needed for other outputs. For the
 * house all of it, or nothing if it paid an order or our own send made it. Locks the member's balance.
 */
export async function leftOf(
  tx: Tx,
  { owner, coin, value, matched }: ReceivedOutput,
  { madeByUs = false, takenBefore = 0n } = {},
): Promise<bigint> {
  if (owner === house) return matched || madeByUs ? 0n : value;
  const balance = (await lockBalance(tx, coinsOf(owner, coin))) - takenBefore;
  return balance < value ? balance : value;
}

/** Debits and unbooks taken outputs, and freezes the members who owned them. */
export async function debitForeignSpends(tx: Tx, outputs: readonly BookedOutput[]): Promise<void> {
  for (const held of outputs) {
    const { owner, value, txid } = held;
    const left = await leftOf(tx, held, { madeByUs: held.madeBy !== null });
    await postAll(tx, [lostJournal(held, left)]);
    await markTaken(tx, held, value - left);
    if (owner !== house) await freeze(tx, owner, `coins were spent by nobody here: ${txid}`);
  }
}

/** Repays the house's losses on inputs of failed sends, from the balances that the refunds left the members. */
export async function repay(
  tx: Tx,
  outputs: readonly { readonly held: BookedOutput; readonly sendId: string }[],
): Promise<void> {
  for (const { held, sendId } of outputs) {
    const { owner, coin, lost } = held;
    if (owner === house) continue;
    const balance = await lockBalance(tx, coinsOf(owner, coin));
    const units = balance < lost ? balance : lost;
    if (units === 0n) continue;
    await postAll(tx, [repaidJournal(held, units, sendId)]);
    await noteLost(tx, held, lost - units);
  }
}

/** Credits taken outputs again, after a reorg removed the block that spent them. */
export async function recreditForeignSpends(
  tx: Tx,
  coin: Coin,
  outputs: readonly BookedOutput[],
): Promise<void> {
  if (outputs.length === 0) return;
  await postAll(tx, outputs.map(receivedJournal));
  await markBooked(tx, coin, outputs);
}
