/** Permits: single-use token pairs for wallet actions (OPEN-69). */
import type { Queryable } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { newToken, tokenHash } from '../../../platform/secrets/secrets.ts';
import { insertPermit, isGood, type Pair, type PermitScope } from './permit-queries.ts';

/** Both halves of a pair in clear text. */
export interface Tokens {
  readonly token: string;
  readonly secretToken: string;
}

const lifeMs = minutes(5);

/** Issues a pair for one action of a member in a session; `about` names the top-up of an `add`. */
export async function authorize(
  db: Queryable,
  bond: PermitScope,
  about: string | null = null,
): Promise<Tokens & { readonly expiresAt: Date }> {
  const tokens = { token: newToken(), secretToken: newToken() };
  const { expiresAt } = await insertPermit(db, bond, { ...pairOf(tokens), about, lifeMs });
  return { ...tokens, expiresAt };
}

/** The hashes of a pair, as stored. */
export function pairOf({ token, secretToken }: Tokens): Pair {
  return { tokenHash: tokenHash(token), secretHash: tokenHash(secretToken) };
}

/** True when the first half of a pair is valid, which is enough for a lookup and does not spend it. */
export function mayLook(db: Queryable, bond: PermitScope, token: string): Promise<boolean> {
  return isGood(db, bond, tokenHash(token));
}
