/** Reversal of sends that were rejected or failed. */
import { text } from '@giftlane/texts/text.ts';
import { post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { freeze } from '../../accounts/accounts.ts';
import { debitForeignSpends, repay } from '../chain/foreign-spends.ts';
import { borneOf, takenFrom } from '../chain/taken-queries.ts';
import { noteDecision } from '../custody/approval-queries.ts';
import { type BookedOutput, undoneJournal } from '../postings.ts';
import { tellUndone } from '../wallets/paid-job.ts';
import { house } from '../wallets/wallet-queries.ts';
import { tellByMail } from './mail-job.ts';
import {
  dependentSends,
  hasPaid,
  lockSend,
  type Moving,
  release,
  setTransferState,
} from './moving-queries.ts';

/**
 * Sets a send's final state, frees its outputs and credits amount and fee back. Freezes the member when a failed send
 * had paid an order.
 */
async function undo(tx: Tx, sent: Moving, state: 'rejected' | 'failed'): Promise<void> {
  const { id, owner, value, orderId } = sent;
  const paid = state === 'failed' && (await hasPaid(tx, sent));
  await Promise.all([
    setTransferState(tx, id, state),
    release(tx, id),
    post(tx, undoneJournal(sent)),
    tellUndone(tx, sent),
    ...(paid ? [freeze(tx, owner, `the coins that paid order ${orderId} came to nothing`)] : []),
    ...(state === 'failed' && owner !== house && value > 0n
      ? [tellByMail(tx, { transferId: id, about: 'failed' })]
      : []),
  ]);
}

/**
 * Inputs of reversed sends that the sender does not get back: spent by a transaction that is not ours, or removed by a
 * reorg at a loss for the house.
 */
interface Missing {
  readonly taken: BookedOutput[];
  readonly borne: { readonly held: BookedOutput; readonly sendId: string }[];
}

/** Reverses a send, and before it the sends that spend its outputs. */
async function undoWhole(tx: Tx, sent: Moving, state: 'rejected' | 'failed'): Promise<Missing> {
  const { id: sendId } = sent;
  const taken = await takenFrom(tx, sendId);
  const borne = (await borneOf(tx, sendId)).map((held) => ({ held, sendId }));
  for (const id of await dependentSends(tx, sent.id)) {
    const above = await lockSend(tx, id);
    if (!above) continue;
    const waits = above.state === 'pendingApproval';
    if (waits)
      await noteDecision(tx, id, {
        what: 'rejected',
        by: 'shop',
        reason: text('coins.over.inputGone'),
      });
    const missing = await undoWhole(tx, above, waits ? 'rejected' : 'failed');
    taken.push(...missing.taken);
    borne.push(...missing.borne);
  }
  await undo(tx, sent, state);
  return { taken, borne };
}

/**
 * Reverses a send and the sends that spend its outputs, then debits inputs spent by transactions that are not ours. The
 * chain must be locked.
 */
export async function reverseSend(
  tx: Tx,
  sent: Moving,
  state: 'rejected' | 'failed',
): Promise<void> {
  // All credits come before the debits, which take what the owner has left.
  const { taken, borne } = await undoWhole(tx, sent, state);
  await repay(tx, borne);
  await debitForeignSpends(tx, taken);
}
