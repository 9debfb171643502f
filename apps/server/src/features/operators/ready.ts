/** Operators of the demo, who can sign in at once. */
import type { Role } from '@giftlane/contract/office/permissions.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Config } from '../../platform/process/config.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { hashPassword, operatorTurn } from '../accounts/accounts.ts';
import { totpIdentity } from './invitations.ts';
import { findByEmail, insertOperator, setFactors } from './queries.ts';

export interface ReadyOperator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** Adds operators who share a password and the secret of an authenticator app. Whoever has an account keeps it. */
export async function addReadyOperators(
  tx: Tx,
  keys: KeyRing,
  people: readonly ReadyOperator[],
  { password, cost, secret }: { password: string; cost: Config['passwordCost']; secret: string },
): Promise<void> {
  const added: { id: string; name: string }[] = [];
  for (const { email, name, role } of people) {
    const id = newId('opr');
    if (await insertOperator(tx, { id, email, role })) added.push({ id, name });
  }
  if (added.length === 0) return;
  const passwordHash = await hashPassword(password, cost, operatorTurn);
  for (const { id, name } of added) {
    const totpSecret = keys.seal(secret, totpIdentity(id));
    await setFactors(tx, { id, name, passwordHash, totpSecret, step: 0n });
  }
}

/** True for an open account whose authenticator app still has this secret. */
export async function signsInWith(
  db: Db,
  keys: KeyRing,
  { email, secret }: { email: string; secret: string },
): Promise<boolean> {
  const { id = '', totpSecret } = (await findByEmail(db, email)) ?? {};
  return !!totpSecret && keys.open(totpSecret, totpIdentity(id)) === secret;
}
