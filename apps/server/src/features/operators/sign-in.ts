/** Signing in to the back office: password and authenticator app at once. */
import { networkOf } from '../../platform/http/network.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hitFrom, type Throttle, throttleKey } from '../../platform/limits/throttle.ts';
import { minutes } from '../../platform/process/durations.ts';
import { stepOfCode } from '../../platform/secrets/totp.ts';
import { decoyHash, operatorTurn, shopNow, verifyPassword } from '../accounts/accounts.ts';
import { type InvitationParts, totpIdentity } from './invitations.ts';
import { openOperatorSession } from './operators.ts';
import { findByEmail, spendOperatorStep } from './queries.ts';

export interface OperatorSignInParts extends InvitationParts {
  readonly throttle: Throttle;
}

const windowMs = minutes(15);
const mostOfAccount = 10;
const mostOfNetwork = 30;

/**
 * Opens a session and returns its token. An unknown e-mail, a wrong password and a wrong or spent code take the same
 * steps and get the same refusal, `operator.wrong_credentials`; beyond ten tries from a network `request.throttled`.
 */
export async function signInOperator(
  { db, keys, config, throttle }: OperatorSignInParts,
  { email, password, code, address }: Record<'email' | 'password' | 'code' | 'address', string>,
): Promise<string> {
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
  const token = await db.tx(async (tx) => {
    if (!(await spendOperatorStep(tx, { id, passwordHash }, step)))
      throw new Refusal('operator.wrong_credentials');
    return openOperatorSession(tx, id);
  });
  await throttle.clear(account);
  return token;
}
