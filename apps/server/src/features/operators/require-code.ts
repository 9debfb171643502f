/** The second factor at a moment that needs it. */
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { stepOfCode } from '../../platform/secrets/totp.ts';
import { shopNow } from '../accounts/accounts.ts';
import { totpIdentity } from './invitations.ts';
import { findById, spendOperatorStep } from './queries.ts';

interface CodeParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly throttle: Throttle;
}

const [mostTries, windowMs] = [10, minutes(15)];

/**
 * Asks an operator for a code of their authenticator app, for what needs it at that moment; it is used up. Refuses
 * `factor.wrong_code` for a wrong or used one, and after ten tries `request.throttled`.
 */
export async function requireOperatorCode(
  { db, keys, throttle }: CodeParts,
  operatorId: string,
  code: string,
): Promise<void> {
  const tries = `office code ${operatorId}`;
  await throttle.hit(tries, mostTries, windowMs);
  const { id, passwordHash, totpSecret } = (await findById(db, operatorId)) ?? {};
  if (!id || !passwordHash || !totpSecret) throw new Refusal('factor.wrong_code');
  const step = stepOfCode(keys.open(totpSecret, totpIdentity(id)), code, await shopNow(db));
  const spent =
    step !== undefined && (await db.tx((tx) => spendOperatorStep(tx, { id, passwordHash }, step)));
  if (!spent) throw new Refusal('factor.wrong_code');
  await throttle.clear(tries);
}
