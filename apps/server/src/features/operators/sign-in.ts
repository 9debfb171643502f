/** Signing in to the back office: password and authenticator app at once. */
import { Refusal } from '../../platform/http/refusal.ts';
import { hitFrom, type Throttle, throttleKey } from '../../platform/limits/throttle.ts';
import { minutes } from '../../platform/process/durations.ts';
import { stepOfCode } from '../../platform/secrets/totp.ts';
import { decoyHash, operator, shopNow, verifyPassword } from '../accounts/accounts.ts';
import { type InvitationParts, totpIdentity } from './invitations.ts';
import { openOperatorSession } from './operators.ts';
import { findByEmail, spendStep } from './queries.ts';

export interface SignInParts extends InvitationParts {
  readonly throttle: Throttle;
}

const windowMs = minutes(15);
const mostOfAccount = 10;
const mostOfNetwork = 30;

/**
 * Opens a session and returns its token. An unknown e-mail, a wrong password and a wrong or spent code take the same
 * steps and get the same refusal, `session.wrong_credentials`; beyond ten tries `request.throttled`.
 */
export async function signIn(
  { db, keys, config, throttle }: SignInParts,
  { email, password, code, address }: Record<'email' | 'password' | 'code' | 'address', string>,
): Promise<string> {
  await hitFrom(throttle, { kind: 'office', address, limit: mostOfNetwork, windowMs });
  const account = throttleKey('office account', email.toLowerCase());
  await throttle.hit(account, mostOfAccount, windowMs);
  const found = await findByEmail(db, email);
  const passwordHash = found?.passwordHash ?? decoyHash(config.passwordCost);
  const fits = await verifyPassword(passwordHash, password, operator);
  const { id, totpSecret } = found ?? {};
  if (!fits || !id || !totpSecret) throw new Refusal('session.wrong_credentials');
  const step = stepOfCode(keys.open(totpSecret, totpIdentity(id)), code, await shopNow(db));
  if (step === undefined) throw new Refusal('session.wrong_credentials');
  const token = await db.tx(async (tx) => {
    if (!(await spendStep(tx, { id, passwordHash }, step)))
      throw new Refusal('session.wrong_credentials');
    return openOperatorSession(tx, id);
  });
  await throttle.clear(account);
  return token;
}
