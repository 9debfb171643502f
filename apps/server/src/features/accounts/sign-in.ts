import type { Config } from '../../platform/config.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { networkOf } from '../../platform/network.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sha256 } from '../../platform/secrets.ts';
import { knownDevice, newDevice } from './device.ts';
import { countLogin, forgetLogins, type LimitParts } from './limits.ts';
import {
  decoyHash,
  hashPassword,
  isOutdated,
  type PasswordCost,
  verifyPassword,
} from './passwords.ts';
import { findCredentials, replacePasswordHash } from './queries.ts';
import { emailKey } from './rules.ts';
import { rememberPlace } from './session-queries.ts';
import { openSession } from './sessions.ts';

export interface SignInParts extends LimitParts {
  readonly db: Db;
  readonly config: Pick<Config, 'passwordCost'>;
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** What the browser shows of itself (`deviceOf`). */
  readonly device: string;
}

/** A new session, and what the browser shows of itself the next time. */
export interface Opened {
  readonly memberId: string;
  readonly token: string;
  readonly device: string;
}

/** What else is done for who is about to be signed in, in the same transaction. */
type Before = (tx: Tx, memberId: string) => Promise<void>;

/**
 * Opens a session for whoever knows the password. An unknown e-mail, a wrong password and an account
 * without one take the same steps and get the same refusal, `session.wrong_credentials`.
 */
export async function signIn(
  parts: SignInParts,
  { email, password, address, device }: SignIn,
  before: Before = async () => undefined,
): Promise<Opened> {
  const { db, config } = parts;
  const key = emailKey(email);
  const place = sha256(`${key}\n${networkOf(address)}`);
  const found = await findCredentials(db, key, place);
  const { memberId, placeKnown } = found;
  const passwordHash = found.passwordHash ?? decoyHash(config.passwordCost);
  const login = { emailKey: key, address, placeKnown, device: knownDevice(device, passwordHash) };
  await countLogin(parts, login);
  const fits = await verifyPassword(passwordHash, password);
  if (memberId === null || !fits) throw new Refusal('session.wrong_credentials');
  const token = await db.tx(async (tx) => {
    await before(tx, memberId);
    const opened = await openSession(tx, { memberId, passwordHash });
    if (opened === undefined) throw new Refusal('session.wrong_credentials');
    await rememberPlace(tx, memberId, place);
    return opened;
  });
  await forgetLogins(parts, login);
  const kept = await renewHash(db, { memberId, password, passwordHash, cost: config.passwordCost });
  return { memberId, token, device: newDevice(kept) };
}

interface Renewal {
  readonly memberId: string;
  readonly password: string;
  readonly passwordHash: string;
  readonly cost: PasswordCost;
}

/** The one moment a password is known: a hash made at another cost is replaced. Answers the hash to go by. */
async function renewHash(
  db: Db,
  { memberId, password, passwordHash, cost }: Renewal,
): Promise<string> {
  if (!isOutdated(passwordHash, cost)) return passwordHash;
  const renewed = await hashPassword(password, cost);
  await replacePasswordHash(db, memberId, { from: passwordHash, to: renewed });
  return renewed;
}
