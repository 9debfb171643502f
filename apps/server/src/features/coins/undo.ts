/** Sends that come to nothing. */
import { text } from '@giftlane/contract/messages.ts';
import { post } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/db.ts';
import { noteDecision } from './approval-queries.ts';
import { takenFrom } from './chain-queries.ts';
import { lockSend, type Moving, release, setState, standingOn } from './moving-queries.ts';
import { tellUndone } from './paid-job.ts';
import { type Held, undoneJournal } from './postings.ts';
import { takeOff } from './taken.ts';

/** What was set aside is free again; nothing of it ever left. */
async function undo(tx: Tx, sent: Moving, state: 'rejected' | 'failed'): Promise<void> {
  const { id } = sent;
  await Promise.all([
    setState(tx, id, state),
    release(tx, id),
    post(tx, undoneJournal(sent)),
    tellUndone(tx, sent),
  ]);
}

/**
 * Undoes a send and before that all that stands on it, which comes to nothing, too. Answers what they were to spend and
 * somebody else has.
 */
async function undoWhole(tx: Tx, sent: Moving, state: 'rejected' | 'failed'): Promise<Held[]> {
  const taken = await takenFrom(tx, sent.id);
  for (const id of await standingOn(tx, sent.id)) {
    const above = await lockSend(tx, id);
    if (!above) continue;
    const waits = above.state === 'pendingApproval';
    if (waits)
      await noteDecision(tx, id, {
        what: 'rejected',
        by: 'shop',
        reason: text('coins.over.inputGone'),
      });
    taken.push(...(await undoWhole(tx, above, waits ? 'rejected' : 'failed')));
  }
  await undo(tx, sent, state);
  return taken;
}

/** Undoes a send and all that stands on it; what somebody else has spent of it leaves the books. The chain is locked. */
export async function undoTaken(tx: Tx, sent: Moving, state: 'rejected' | 'failed'): Promise<void> {
  // All is given back before anything is taken: what is left is what the owner has of it.
  await takeOff(tx, await undoWhole(tx, sent, state));
}
