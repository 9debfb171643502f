/** The check of the whole ledger and of every invariant. */
import type { Db } from '../platform/db/db.ts';
import type { Recomputed } from './recompute.ts';
import { type Invariant, ledgerInvariants, type Problem } from './rules.ts';
import { type KeepPass, type PassState, piece, startOfPass } from './whole.ts';

export interface Verdict {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly checked: number;
  /** The result for the chain of seals. */
  readonly chain: Recomputed;
  /** Milliseconds of the longest snapshot. */
  readonly longestMs: number;
}

interface Verifying {
  /** Where a check that was cut off goes on, and what each piece is handed to. */
  readonly from?: PassState | undefined;
  readonly keep?: KeepPass | undefined;
  readonly givenUp?: AbortSignal | undefined;
}

/**
 * Checks the whole ledger, its chain of seals from the first, and the features' invariants, in pieces that each read
 * for seconds in a snapshot of their own. Reads only, also from a replica. Throws when `givenUp` is aborted.
 */
export async function verifyLedger(
  db: Pick<Db, 'survey'>,
  featureInvariants: readonly Invariant[],
  { from, keep, givenUp }: Verifying = {},
): Promise<Verdict> {
  const invariants = [...ledgerInvariants, ...featureInvariants];
  let state = from ?? startOfPass;
  while (state.phase !== 'done') {
    state = await piece(db, invariants, { state, givenUp });
    await keep?.(state);
  }
  const { problems, chain, longestMs } = state;
  const checked = invariants.filter(({ over }) => over !== 'new').length + 1;
  return { ok: problems.length === 0, problems, checked, chain, longestMs };
}
