/**
 * Proving that a session is its member's, before something that a session which was stolen or left open must not
 * do: by a factor where there is one, else by the password. It lasts five minutes.
 */

import { text } from '@giftlane/contract/messages.ts';
import type { Db, Queryable } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { badField, Refusal } from '../../../platform/http/refusal.ts';
import { methodsOf } from '../factors/factor-queries.ts';
import type { LimitParts } from '../limits.ts';
import { challenge } from './challenge.ts';
import { isProven, markProven } from './proof-queries.ts';

export interface ProofParts extends LimitParts {
  readonly db: Db;
}

/** Proves a session by the password; where there is a factor that proves nothing. Refuses `account.wrong_password`. */
export async function proveByPassword(
  parts: ProofParts,
  caller: Caller,
  password: string,
): Promise<void> {
  await challenge(parts, caller, password);
  await markProven(parts.db, caller.sessionId, 'password');
}

/** The refusal `account.unproven`, which says by what a session can be proven. */
export async function unproven(db: Queryable, memberId: string): Promise<Refusal> {
  return new Refusal('account.unproven', {}, { aMethods: await methodsOf(db, memberId) });
}

/** Refuses `account.unproven` unless the session was proven within five minutes. */
export async function requireProven(db: Queryable, { memberId, sessionId }: Caller): Promise<void> {
  if (!(await isProven(db, sessionId))) throw await unproven(db, memberId);
}

/**
 * Lets on who has proven the session, or gives the password now where that proves it. Refuses `account.unproven`
 * and `account.wrong_password`.
 */
export async function requireProof(
  parts: ProofParts,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await proveByPassword(parts, caller, password);
  await requireProven(parts.db, caller);
}

/**
 * Why an unproven session may not go on, for a form with a field for the password: who has nothing else and gave
 * none is told there, at `field`.
 */
export async function unprovenAtField(
  db: Queryable,
  memberId: string,
  password: string | undefined,
  field = 'sPassword',
): Promise<Error> {
  const methods = await methodsOf(db, memberId);
  return password === undefined && methods.includes('password')
    ? badField(field, text('auth.password.required'))
    : new Refusal('account.unproven', {}, { aMethods: methods });
}
