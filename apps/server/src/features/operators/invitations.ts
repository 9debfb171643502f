/** Accepting an invitation: an operator chooses name, password and authenticator app. */
import { text } from '@giftlane/texts/text.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/process/config.ts';
import { type KeyRing, tokenHash } from '../../platform/secrets/secrets.ts';
import { newTotp, openTotp, stepOfCode } from '../../platform/secrets/totp.ts';
import { hashPassword, operatorTurn, requireUnguessable, shopNow } from '../accounts/accounts.ts';
import { findInvitation, putInvitation, setFactors, spendInvitation } from './queries.ts';

export interface InvitationParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly config: Pick<Config, 'passwordCost'>;
}

/** The row a secret is encrypted for: that of an invitation is moved to the operator. */
export const totpIdentity = (operatorId: string) => `operator totp ${operatorId}`;

export const totpName = (email: string) => ({
  issuer: text('office.issuer', { shop: text('shop.name') }),
  label: email,
});

export const invitationDays = 7;

/** Stores an invitation with the secret it offers, in place of earlier ones. */
export async function offerInvitation(
  tx: Tx,
  keys: KeyRing,
  { id, email, token }: Record<'id' | 'email' | 'token', string>,
): Promise<void> {
  const { sealed } = newTotp(keys, totpIdentity(id), totpName(email));
  await putInvitation(tx, {
    hash: tokenHash(token),
    operatorId: id,
    totpSecret: sealed,
    days: invitationDays,
  });
}

/** The operator of an invitation and the secret it offers; refuses `operator.invitation_expired`. */
export async function requireInvitation({ db, keys }: InvitationParts, token: string) {
  const found = await findInvitation(db, tokenHash(token));
  if (!found) throw new Refusal('operator.invitation_expired');
  const offered = openTotp(keys, found.offered, totpIdentity(found.id), totpName(found.email));
  return { ...found, ...offered };
}

/**
 * Spends an invitation: sets name, password and authenticator app, and ends earlier sessions. Refuses
 * `operator.invitation_expired`, `account.guessable_password` and `factor.wrong_code`; a wrong code spends nothing.
 */
export async function acceptInvitation(
  parts: InvitationParts,
  { token, name, password, code }: Record<'token' | 'name' | 'password' | 'code', string>,
): Promise<string> {
  const { db, config } = parts;
  const invited = await requireInvitation(parts, token);
  await requireUnguessable(password, [invited.email]);
  const step = stepOfCode(invited.secret, code, await shopNow(db));
  if (step === undefined) throw new Refusal('factor.wrong_code');
  const passwordHash = await hashPassword(password, config.passwordCost, operatorTurn);
  await db.tx(async (tx) => {
    if (!(await spendInvitation(tx, tokenHash(token))))
      throw new Refusal('operator.invitation_expired');
    await setFactors(tx, { id: invited.id, name, passwordHash, totpSecret: invited.offered, step });
  });
  return invited.id;
}
