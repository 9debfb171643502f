/** Closing an account: whoever holds a key of it is out, at once. What it owns is not touched here. */
import type { Queryable, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { dropEmailChange } from './email/email-change-queries.ts';
import { deleteIdentitiesOf, voidIdentityLinks } from './google/identity-queries.ts';
import { lockMemberWhole, type Member, markClosed, markReopened } from './queries.ts';
import { emailKey } from './rules.ts';
import { endSessions, forgetPlaces } from './sessions/session-queries.ts';
import {
  findReopenToken,
  insertMailToken,
  voidReopenTokens,
  voidResetTokens,
} from './token-queries.ts';

/**
 * Closes the account of a member who is locked whole: sessions, identities, links of mails and a change of the
 * address end, and the password opens nothing. Have `sessions.forget` follow.
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

/** A token for the link that undoes closing an account, for so long. */
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
 * Undoes closing an account, once, by the token that was mailed; answers whose it is. The password is what it
 * was. Refuses `account.token_expired`, also when the data has begun to go.
 */
export async function reopenMember(tx: Tx, token: string): Promise<string> {
  const memberId = await findReopenToken(tx, tokenHash(token));
  if (memberId === undefined) throw new Refusal('account.token_expired');
  await lockMemberWhole(tx, memberId);
  // Of two presses one has been faster; and of this one and the erasure.
  const still = await findReopenToken(tx, tokenHash(token));
  if (still === undefined || !(await markReopened(tx, memberId)))
    throw new Refusal('account.token_expired');
  await voidReopenTokens(tx, memberId);
  return memberId;
}
