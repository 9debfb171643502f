/** Single-use pairs for wallet actions (OPEN-69). */
import type { Queryable } from '../../../platform/db/db.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { newToken, tokenHash } from '../../../platform/secrets/secrets.ts';
import { type Bond, insertPermit, isGood, type Pair } from './permit-queries.ts';

/** Both halves as the member's browser keeps them. */
export interface Tokens {
  readonly token: string;
  readonly secretToken: string;
}

const lifeMs = minutes(5);

/** Makes a pair for one action of a member in a session, on one thing where `about` names it. */
export async function authorize(
  db: Queryable,
  bond: Bond,
  about: string | null = null,
): Promise<Tokens & { readonly expiresAt: Date }> {
  const tokens = { token: newToken(), secretToken: newToken() };
  const { expiresAt } = await insertPermit(db, bond, { ...pairOf(tokens), about, lifeMs });
  return { ...tokens, expiresAt };
}

/** A pair as it is stored. */
export function pairOf({ token, secretToken }: Tokens): Pair {
  return { tokenHash: tokenHash(token), secretHash: tokenHash(secretToken) };
}

/** Whether the first half alone is good, which is enough to look and spends nothing. */
export function mayLook(db: Queryable, bond: Bond, token: string): Promise<boolean> {
  return isGood(db, bond, tokenHash(token));
}
