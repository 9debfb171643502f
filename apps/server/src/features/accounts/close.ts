/** Closing an account: every credential stops working at once. What the account owns is not touched here. */
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { dropEmailChange } from './email/email-change-queries.ts';
import { deleteIdentitiesOf, voidIdentityLinks } from './google/identity-queries.ts';
import { emailKey } from './names-and-phones.ts';
import { lockMemberWhole, type Member, markClosed, markReopened } from './queries.ts';
import { endSessions, forgetPlaces } from './sessions/session-queries.ts';
import {
  findReopenToken,
  insertMailToken,
  voidReopenTokens,
  voidResetTokens,
} from './token-queries.ts';

/**
 * Closes the account of a member locked by `lockMemberWhole`: ends sessions, identities, mailed links and a
 * pending e-mail change; the password no longer signs in. Call `sessions.forget` afterwards.
 */
export async function closeMember(tx: Tx, memberId: string): Promise<void> {
  await markClosed(tx, memberId);
  await Promise.all([
    voidResetTokens(tx, memberId),
    dropEmailChange(tx, memberId),
    voidIdentityLinks(tx, memberId),
    deleteIdentitiesOf(tx, memberId),
    endSessions(tx, memberId),
    forgetPlaces(tx, memberId),
  ]);
}

/** A token, valid for `lifeMs`, for the link that reopens a closed account. */
export async function reopenToken(
  db: Queryable,
  member: Pick<Member, 'id' | 'email'>,
  lifeMs: number,
): Promise<string> {
  const token = newToken();
  await insertMailToken(db, {
    hash: tokenHash(token),
    memberId: member.id,
    purpose: 'reopen',
    emailKey: emailKey(member.email),
    lifeMs,
  });
  return token;
}

/**
 * Reopens a closed account, once, by the mailed token; returns the member. The password is unchanged. Refuses
 * `account.token_expired`, also when erasure of the data has begun.
 */
export async function reopenMember(tx: Tx, token: string): Promise<string> {
  const memberId = await findReopenToken(tx, tokenHash(token));
  if (memberId === undefined) throw new Refusal('account.token_expired');
  await lockMemberWhole(tx, memberId);
  // A parallel request, or the erasure, may have been faster.
  const still = await findReopenToken(tx, tokenHash(token));
  if (still === undefined || !(await markReopened(tx, memberId)))
    throw new Refusal('account.token_expired');
  await voidReopenTokens(tx, memberId);
  return memberId;
}
