/**
 * Step-up authentication: a session is proven to be its member's, before what a stolen or unattended session
 * must not do; by a factor if there is one, else by the password. A proof lasts five minutes.
 */

import { text } from '@giftlane/texts/text.ts';
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

/**
 * Proves a session by the password; without effect if the member has a factor. Refuses
 * `account.wrong_password`.
 */
export async function proveByPassword(
  parts: ProofParts,
  caller: Caller,
  password: string,
): Promise<void> {
  await challenge(parts, caller, password);
  await markProven(parts.db, caller.sessionId, 'password');
}

/** The refusal `account.unproven`, with the methods that can prove the session. */
export async function unproven(db: Queryable, memberId: string): Promise<Refusal> {
  return new Refusal('account.unproven', {}, { aMethods: await methodsOf(db, memberId) });
}

/** Refuses `account.unproven` unless the session was proven within five minutes. */
export async function requireProven(db: Queryable, { memberId, sessionId }: Caller): Promise<void> {
  if (!(await isProven(db, sessionId))) throw await unproven(db, memberId);
}

/**
 * Requires a proven session; `password`, if given, proves it first where a password can. Refuses
 * `account.unproven` and `account.wrong_password`.
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
 * The refusal of an unproven session for a form with a password field: an error at `field` if the password
 * would prove it and none was given, else `account.unproven`.
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
