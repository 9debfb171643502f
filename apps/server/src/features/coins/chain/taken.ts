/**
 * Outputs that were spent in a block by no send of ours: somebody else has the key, or the books are an older copy that
 * was put back. They leave the books; a fork that gives them back puts them there again.
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
 * What an owner has left of what an output brought, when so much of it is taken before: what has no owner is wholly there,
 * what paid the house is not.
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

/** Takes outputs off the books; their owners stand still until a person has looked. */
export async function takeOff(tx: Tx, outputs: readonly BookedOutput[]): Promise<void> {
  for (const held of outputs) {
    const { owner, value, txid } = held;
    const left = await leftOf(tx, held, { madeByUs: held.madeBy !== null });
    await postAll(tx, [lostJournal(held, left)]);
    await markTaken(tx, held, value - left);
    if (owner !== house) await freeze(tx, owner, `coins were spent by nobody here: ${txid}`);
  }
}

/** Has members pay back, of what came to them again, what the house bore for outputs that a fork took back. */
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

/** Puts back what was taken: the block that says so is given up. */
export async function putBack(tx: Tx, coin: Coin, outputs: readonly BookedOutput[]): Promise<void> {
  if (outputs.length === 0) return;
  await postAll(tx, outputs.map(receivedJournal));
  await markBooked(tx, coin, outputs);
}
