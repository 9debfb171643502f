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
import { emailsOf, lockMember, memberIdOf, passwordHashOf, setPassword } from '../queries.ts';
import { emailKey } from '../rules.ts';
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

/** Has a reset link sent. A job is written for unknown e-mails too, which then does nothing. */
export async function forgetPassword(
  parts: RecoveryParts,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const key = emailKey(email);
  await countForgot(parts, key, address);
  const memberId = (await memberIdOf(parts.db, key)) ?? null;
  await enqueue(parts.db, { job: resetJob, payload: { memberId, mailId: newId('mail') } });
}

/** Whose reset token it is; refuses `account.token_expired` unless it can be spent. */
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
 * Refuses a password that is guessable or the one that is to be replaced, before the token is spent. Tells
 * nobody an old password by and by: what is not it is set, and the token gone.
 */
async function requireNew(db: Db, memberId: string, { token, password }: Reset): Promise<void> {
  await requireUnguessable(password, await emailsOf(db, memberId));
  const old = await passwordHashOf(db, memberId);
  if (old === undefined || !(await verifyPassword(old, password, knownMember(memberId)))) return;
  // Perhaps it is what this link, or another of theirs, has just set.
  await requireResetToken(db, token);
  throw new Refusal('account.same_password');
}

/**
 * Where there is no older factor the password alone could add one. Whoever sets a new password by mail may do so
 * because a stranger knew the one before: the stranger's factor then signs in still, so the account is frozen until
 * somebody has both.
 */
async function freezeYoungFactors(tx: Tx, memberId: string): Promise<void> {
  if ((await hasYoungFactorsOnly(tx, memberId)) && (await setLocked(tx, memberId)))
    await tellOwner(tx, memberId, 'reset_frozen');
}

/**
 * Sets a new password and spends the token: one of any number of parallel tries succeeds. Ends every
 * session and every other reset link of the member. Answers whether identities that somebody else may have
 * linked have ended as well, and what its browser is known by from now on: whoever used up the tries of the
 * account does not keep it out.
 */
export async function resetPassword(
  parts: RecoveryParts,
  { token, password }: Reset,
): Promise<{ readonly unlinked: boolean; readonly device: string }> {
  const { db, config, sessions } = parts;
  // Nobody without a good token makes us hash.
  const memberId = await requireResetToken(db, token);
  await requireNew(db, memberId, { token, password });
  const passwordHash = await hashPassword(password, config.passwordCost, knownMember(memberId));
  const unlinked = await db.tx(async (tx) => {
    // Two links of one member wait for each other here, and so do sign-ins that are under way.
    await lockMember(tx, memberId);
    if (!(await spendResetToken(tx, tokenHash(token)))) throw new Refusal('account.token_expired');
    const [gone] = await Promise.all([
      // Somebody else may have opened this account: whatever they linked ends with their password.
      deleteUnprovenIdentities(tx, memberId),
      deleteUnprovenFactors(tx, memberId),
      // Nor does an address they asked for come to count.
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
 * Verifies an e-mail address by the token sent to it, in a browser that carries `session` or no session;
 * refuses `account.token_expired`.
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
 * Lets an address that was asked for count, for who has its link and the password, with as few tries as signing in
 * has. Refuses `account.token_expired` and `session.wrong_credentials`.
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
    // Of two presses one has been faster: nobody has the former address any more.
    throw (await find()) ? error : expired;
  });
  await openVerification(parts.db, tokenHash(token), 'password');
  parts.sessions.forget(change.memberId);
}
