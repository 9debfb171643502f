/** The sealed book as the shop shows it: its heads, and the proof of a line of a wallet. */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import { type LineProof, type Proving, proveLine } from '../../ledger/proof.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export { headChore, headJobs, headProblems } from './signed-heads.ts';

/** The journal of a line of the wallet; undefined for what is no such id. */
function journalOf(lineId: string): bigint | undefined {
  const number = /^wtx_(\d{1,18})$/.exec(lineId)?.[1];
  return number === undefined ? undefined : BigInt(number);
}

const refusals = {
  unknown: 'ledger.line_not_found',
  not_sealed: 'ledger.not_sealed',
  not_provable: 'ledger.not_provable',
  misfit: 'ledger.misfit',
} as const satisfies Record<Exclude<Proving['outcome'], 'proven'>, ErrorCode>;

/**
 * The proof of a line of the member's wallet, up to the head of now. Refuses a line that is none of theirs
 * with `ledger.line_not_found`, one that can not be proven yet with `ledger.not_sealed` or
 * `ledger.not_provable`, and one that is not among what its seal counts with `ledger.misfit`.
 */
export async function proofOf(db: Queryable, memberId: string, lineId: string): Promise<LineProof> {
  const journalId = journalOf(lineId);
  if (journalId === undefined) throw new Refusal('ledger.line_not_found');
  const proving = await proveLine(db, memberId, journalId);
  if (proving.outcome === 'proven') return proving.proof;
  throw new Refusal(refusals[proving.outcome]);
}
