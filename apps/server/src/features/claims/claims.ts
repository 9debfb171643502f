/** Public interface of the code guarantee: a revealed code that does not work is replaced, or its price given back. */
import type { Chore } from '../../jobs/jobs.ts';
import type { Db, Queryable } from '../../platform/db/db.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import { lapseClaims } from './decide.ts';
import { countUndecided } from './queries.ts';

export { claimInvariants } from './invariants.ts';
export { claimJobs } from './jobs.ts';
export { waitingClaims } from './queries.ts';

/** True when a member has a claim that is not decided. */
export const hasWaitingClaim = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await countUndecided(db, memberId)) > 0;

/** Periodic work of claims. */
export const claimChores = (parts: { readonly db: Db; readonly log: Log }): Chore[] => [
  { name: 'claims.lapse', everyMs: minutes(1), run: () => lapseClaims(parts) },
];
