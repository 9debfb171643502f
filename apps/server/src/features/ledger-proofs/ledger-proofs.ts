/** The sealed ledger as the shop shows it: its heads, and proofs of wallet lines. */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import { type LineProof, type Proving, proveLine } from '../../ledger/proof.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export { headChore, headJobs, headProblems } from './signed-heads.ts';

/** The journal id of a wallet line; undefined for an invalid id. */
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
 * The proof of a line of the member's wallet against the current head. Refuses with `ledger.line_not_found` for lines
 * of others, `ledger.not_sealed` or `ledger.not_provable` for lines that can not be proven yet, and `ledger.misfit` for
 * a line that is missing among the journals its seal counts.
 */
export async function proofOf(db: Queryable, memberId: string, lineId: string): Promise<LineProof> {
  const journalId = journalOf(lineId);
  if (journalId === undefined) throw new Refusal('ledger.line_not_found');
  const proving = await proveLine(db, memberId, journalId);
  if (proving.outcome === 'proven') return proving.proof;
  throw new Refusal(refusals[proving.outcome]);
}
