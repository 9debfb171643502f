/** Password and authenticator app at once: signing in to the back office, changing the password. */
import type { Tx } from '../../platform/db/db.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hitFrom, type Throttle, throttleKey } from '../../platform/limits/throttle.ts';
import { minutes } from '../../platform/process/durations.ts';
import { stepOfCode } from '../../platform/secrets/totp.ts';
import {
  decoyHash,
  hashPassword,
  operatorTurn,
  requireUnguessable,
  shopNow,
  verifyPassword,
} from '../accounts/accounts.ts';
import { type InvitationParts, totpIdentity } from './invitations.ts';
import { openOperatorSession } from './operators.ts';
import { findByEmail, type Place, replacePassword, spendOperatorStep } from './queries.ts';

export interface OperatorSignInParts extends InvitationParts {
  readonly throttle: Throttle;
}

const windowMs = minutes(15);
const mostOfAccount = 10;
const mostOfNetwork = 30;

/** How operators show who they are. */
export interface Proof {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly address: string;
}

/**
 * Checks e-mail, password and code, and does `work` in the transaction that spends the code. An unknown e-mail, a wrong
 * password and a wrong or spent code take the same steps and get the same refusal, `operator.wrong_credentials`; beyond
 * ten tries from a network `request.throttled`.
 */
async function prove<T>(
  { db, keys, config, throttle }: OperatorSignInParts,
  { email, password, code, address }: Proof,
  work: (tx: Tx, operatorId: string) => Promise<T>,
): Promise<T> {
  await hitFrom(throttle, { kind: 'office', address, limit: mostOfNetwork, windowMs });
  // By network, so that strangers elsewhere do not lock an operator out: a try needs password and code.
  const account = throttleKey('office account', email.toLowerCase(), networkOf(address));
  await throttle.hit(account, mostOfAccount, windowMs);
  const found = await findByEmail(db, email);
  const passwordHash = found?.passwordHash ?? decoyHash(config.passwordCost);
  const fits = await verifyPassword(passwordHash, password, operatorTurn);
  const { id, totpSecret } = found ?? {};
  if (!fits || !id || !totpSecret) throw new Refusal('operator.wrong_credentials');
  const step = stepOfCode(keys.open(totpSecret, totpIdentity(id)), code, await shopNow(db));
  if (step === undefined) throw new Refusal('operator.wrong_credentials');
  const done = await db.tx(async (tx) => {
    if (!(await spendOperatorStep(tx, { id, passwordHash }, step)))
      throw new Refusal('operator.wrong_credentials');
    return work(tx, id);
  });
  await throttle.clear(account);
  return done;
}

/** Opens a session and returns its token. */
export const signInOperator = (
  parts: OperatorSignInParts,
  proof: Proof,
  where: Place,
): Promise<string> => prove(parts, proof, (tx, id) => openOperatorSession(tx, id, where));

/**
 * Replaces the password of an operator and ends their other sessions. Refuses `account.same_password`,
 * `account.guessable_password`, and what a sign-in refuses.
 */
export async function changeOwnPassword(
  parts: OperatorSignInParts,
  proof: Proof,
  { password, sessionId }: { password: string; sessionId: string },
): Promise<void> {
  if (password === proof.password) throw new Refusal('account.same_password');
  await requireUnguessable(password, [proof.email]);
  const passwordHash = await hashPassword(password, parts.config.passwordCost, operatorTurn);
  await prove(parts, proof, (tx, id) => replacePassword(tx, { id, passwordHash, sessionId }));
}
