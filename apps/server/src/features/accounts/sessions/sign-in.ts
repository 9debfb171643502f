import type { Db, Queryable, Tx } from '../../../platform/db/db.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Config } from '../../../platform/process/config.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { methodsOf } from '../factors/factor-queries.ts';
import { countLogin, forgetLogins, type LimitParts } from '../limits.ts';
import { emailKey } from '../names-and-phones.ts';
import {
  decoyHash,
  hashPassword,
  isOutdated,
  knownMember,
  type PasswordCost,
  strangerAt,
  verifyPassword,
} from '../passwords/passwords.ts';
import { findCredentials, lockMember, replacePasswordHash } from '../queries.ts';
import { noteArrival, placeOf } from './arrival.ts';
import { knownDevice, newDevice } from './device.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import type { Visit } from './visit.ts';

export interface SignInParts extends LimitParts {
  readonly db: Db;
  readonly config: Pick<Config, 'passwordCost'>;
  readonly keys: KeyRing;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly visit: Visit;
}

/** A new session, and the next device cookie of the browser. */
export interface Opened {
  readonly memberId: string;
  readonly token: string;
  readonly device: string;
}

/** Further work in the transaction of a sign-in; the member is locked. */
type Also = (tx: Tx, memberId: string, entry: OpenedSession) => Promise<void>;

/**
 * Checks an e-mail and a password, with few tries. An unknown e-mail, a wrong password and an account without a
 * password take the same steps and get the same refusal, `session.wrong_credentials`.
 */
export async function checkCredentials(parts: SignInParts, { email, password, visit }: SignIn) {
  const { db, config } = parts;
  const key = emailKey(email);
  const { address } = visit;
  const found = await findCredentials(db, key, placeOf(key, networkOf(address)));
  const { memberId, placeKnown } = found;
  const passwordHash = found.passwordHash ?? decoyHash(config.passwordCost);
  const device = knownDevice(visit.device, passwordHash);
  const login = { emailKey: key, address, placeKnown, device };
  await countLogin(parts, login);
  const turn =
    memberId !== null && device !== undefined ? knownMember(memberId) : strangerAt(address);
  const fits = await verifyPassword(passwordHash, password, turn);
  if (memberId === null || !fits) throw new Refusal('session.wrong_credentials');
  return { memberId, passwordHash, device, login };
}

/**
 * Opens a session by e-mail and password, checked by `checkCredentials`. If the member has a second factor, the
 * session waits for it: `session.factor_needed`.
 */
export async function signIn(
  parts: SignInParts,
  { email, password, visit }: SignIn,
  also?: Also,
): Promise<Opened> {
  const { db, config } = parts;
  const known = await checkCredentials(parts, { email, password, visit });
  const { memberId, passwordHash, device, login } = known;
  const entry = await db.tx(async (tx) => {
    // Locks the member first, in the order of every other change of a member.
    if (also) await lockMember(tx, memberId);
    const opened = await openSession(tx, { memberId, passwordHash }, visit);
    if (opened === undefined) throw new Refusal('session.wrong_credentials');
    const deviceKnown = device !== undefined;
    if (!opened.waits)
      await noteArrival(tx, { memberId, openedBy: 'password', visit, deviceKnown });
    await also?.(tx, memberId, opened);
    return opened;
  });
  await forgetLogins(parts, login);
  const kept = await renewHash(db, { memberId, password, passwordHash, cost: config.passwordCost });
  const token = await requireWhole(db, memberId, entry);
  return { memberId, token, device: newDevice(kept) };
}

/**
 * The token of an open session. Refuses `session.factor_needed` if it waits for a second factor, with the
 * methods accepted and the challenge to answer.
 */
export async function requireWhole(
  db: Queryable,
  memberId: string,
  entry: OpenedSession,
): Promise<string> {
  if (!entry.waits) return entry.token;
  const aMethods = await methodsOf(db, memberId);
  throw new Refusal('session.factor_needed', {}, { sChallenge: entry.token, aMethods });
}

interface Renewal {
  readonly memberId: string;
  readonly password: string;
  readonly passwordHash: string;
  readonly cost: PasswordCost;
}

/** Rehashes a password whose hash has another cost, while the password is known; returns the hash to use. */
async function renewHash(
  db: Db,
  { memberId, password, passwordHash, cost }: Renewal,
): Promise<string> {
  if (!isOutdated(passwordHash, cost)) return passwordHash;
  const renewed = await hashPassword(password, cost, knownMember(memberId));
  await replacePasswordHash(db, memberId, { from: passwordHash, to: renewed });
  return renewed;
}
