import { enqueue } from '../../../jobs/jobs.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Config } from '../../../platform/process/config.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { tokenHash } from '../../../platform/secrets/secrets.ts';
import { openVerification } from '../email/email-change.ts';
import { dropEmailChange, findLinkedChange } from '../email/email-change-queries.ts';
import { deleteUnprovenFactors, hasYoungFactorsOnly } from '../factors/factor-queries.ts';
import { tellOwner } from '../freeze/lock.ts';
import { setLocked } from '../freeze/lock-queries.ts';
import { deleteUnprovenIdentities, voidIdentityLinks } from '../google/identity-queries.ts';
import { passwordChangedJob, resetJob } from '../jobs.ts';
import { countForgot, forgetStrangers, type LimitParts } from '../limits.ts';
import { emailKey } from '../names-and-phones.ts';
import { emailsOf, lockMember, memberIdOf, passwordHashOf, setPassword } from '../queries.ts';
import { newDevice } from '../sessions/device.ts';
import { endSessions, forgetPlaces } from '../sessions/session-queries.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { checkCredentials, type SignIn, type SignInParts } from '../sessions/sign-in.ts';
import { findResetToken, spendResetToken, voidResetTokens } from '../token-queries.ts';
import { requireUnguessable } from './guessable.ts';
import { hashPassword, knownMember, verifyPassword } from './passwords.ts';

export interface RecoveryParts extends LimitParts {
  readonly db: Db;
  readonly config: Pick<Config, 'passwordCost'>;
  readonly sessions: Sessions;
}

/** Queues the mail with a reset link. Unknown e-mails get a job, too, which does nothing. */
export async function forgetPassword(
  parts: RecoveryParts,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const key = emailKey(email);
  await countForgot(parts, key, address);
  const memberId = (await memberIdOf(parts.db, key)) ?? null;
  await enqueue(parts.db, { job: resetJob, payload: { memberId, mailId: newId('mail') } });
}

/** The member of a reset token; refuses `account.token_expired` unless it is valid. */
export async function requireResetToken(db: Queryable, token: string): Promise<string> {
  const memberId = await findResetToken(db, tokenHash(token));
  if (memberId === undefined) throw new Refusal('account.token_expired');
  return memberId;
}

interface Reset {
  readonly token: string;
  readonly password: string;
}

/**
 * Refuses a guessable password and the current one, before the token is spent. This is no oracle for the old
 * password: any other password is set, and the token is spent.
 */
async function requireNew(db: Db, memberId: string, { token, password }: Reset): Promise<void> {
  await requireUnguessable(password, await emailsOf(db, memberId));
  const old = await passwordHashOf(db, memberId);
  if (old === undefined || !(await verifyPassword(old, password, knownMember(memberId)))) return;
  // The current password may be the one that this link, or another of the member, has just set.
  await requireResetToken(db, token);
  throw new Refusal('account.same_password');
}

/**
 * Freezes an account whose factors are all young. Without an older factor, the old password alone could add
 * one. Its owner may reset it by mail because a stranger knew it, whose factor still signs in: so the account
 * is frozen until somebody has both password and factor.
 */
async function freezeYoungFactors(tx: Tx, memberId: string): Promise<void> {
  if ((await hasYoungFactorsOnly(tx, memberId)) && (await setLocked(tx, memberId)))
    await tellOwner(tx, memberId, 'reset_frozen');
}

/**
 * Sets a new password and spends the token: one of parallel tries succeeds. Ends all sessions and other reset
 * links of the member. Returns whether identities that somebody else may have linked were unlinked, and a
 * device cookie, so that a browser is not locked out by strangers who used up the account's tries.
 */
export async function resetPassword(
  parts: RecoveryParts,
  { token, password }: Reset,
): Promise<{ readonly unlinked: boolean; readonly device: string }> {
  const { db, config, sessions } = parts;
  // Only a valid token makes the server hash.
  const memberId = await requireResetToken(db, token);
  await requireNew(db, memberId, { token, password });
  const passwordHash = await hashPassword(password, config.passwordCost, knownMember(memberId));
  const unlinked = await db.tx(async (tx) => {
    // Serialises resets by two links of one member, and sign-ins under way.
    await lockMember(tx, memberId);
    if (!(await spendResetToken(tx, tokenHash(token)))) throw new Refusal('account.token_expired');
    const [gone] = await Promise.all([
      // Somebody else may have opened this account: what they linked ends with their password.
      deleteUnprovenIdentities(tx, memberId),
      deleteUnprovenFactors(tx, memberId),
      // An address they asked for must not take effect.
      dropEmailChange(tx, memberId),
      setPassword(tx, memberId, passwordHash),
      voidResetTokens(tx, memberId),
      voidIdentityLinks(tx, memberId),
      endSessions(tx, memberId),
      forgetPlaces(tx, memberId),
      enqueue(tx, { job: passwordChangedJob, payload: { memberId, mailId: newId('mail') } }),
    ]);
    await freezeYoungFactors(tx, memberId);
    return gone > 0;
  });
  sessions.forget(memberId);
  const [email = ''] = await emailsOf(db, memberId);
  await forgetStrangers(parts, emailKey(email));
  return { unlinked, device: newDevice(passwordHash) };
}

/**
 * Verifies an e-mail address by the token mailed to it, in a browser with the token `session` or none; refuses
 * `account.token_expired`, and `account.email_unconfirmed` for a new address outside the session that asked for
 * it.
 */
export async function verifyEmail(
  { db, sessions }: Pick<RecoveryParts, 'db' | 'sessions'>,
  { token, session }: { token: string; session: string },
): Promise<void> {
  const caller = session === '' ? undefined : await sessions.authenticate(session);
  const ended = await openVerification(db, tokenHash(token), caller);
  if (ended !== undefined) sessions.forget(ended);
}

/**
 * Completes an e-mail change by its link and the password, with as few tries as a sign-in has. Refuses
 * `account.token_expired` and `session.wrong_credentials`.
 */
export async function confirmEmail(
  parts: SignInParts & Pick<RecoveryParts, 'sessions'>,
  { token, ...known }: Omit<SignIn, 'email'> & { readonly token: string },
): Promise<void> {
  const expired = new Refusal('account.token_expired');
  const find = () => findLinkedChange(parts.db, tokenHash(token), 'verify');
  const change = await find();
  if (!change) throw expired;
  await checkCredentials(parts, { ...known, email: change.from }).catch(async (error) => {
    // A parallel request was faster: no account has the former address any more.
    throw (await find()) ? error : expired;
  });
  await openVerification(parts.db, tokenHash(token), 'password');
  parts.sessions.forget(change.memberId);
}
