/** Sends that come to nothing. */
import { post } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/db.ts';
import { takenFrom } from './chain-queries.ts';
import { type Moving, release, setState } from './moving-queries.ts';
import { tellUndone } from './paid-job.ts';
import { undoneJournal } from './postings.ts';
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

/** The same where somebody else may have spent what was set aside; the chain is locked. */
export async function undoTaken(tx: Tx, sent: Moving, state: 'rejected' | 'failed'): Promise<void> {
  const taken = await takenFrom(tx, sent.id);
  await undo(tx, sent, state);
  await takeOff(tx, taken);
}
