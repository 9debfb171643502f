import { setTimeout as pause } from 'node:timers/promises';
import { enqueue } from '../../jobs/jobs.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/process/config.ts';
import type { Log } from '../../platform/process/log.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { Identity, IdentityProvider } from '../../providers/identity/port.ts';
import { addMember, type NewMember } from './accounts.ts';
import {
  identify,
  linkIdentity,
  refuseWith,
  requireUnlinked,
  spendToken,
} from './google/google.ts';
import { memberOfIdentity } from './google/identity-queries.ts';
import { knownJob, verificationJob } from './jobs.ts';
import { countMail, countRegistration, type LimitParts, mayMail } from './limits.ts';
import { requireUnguessable } from './passwords/guessable.ts';
import { hashPassword, strangerAt } from './passwords/passwords.ts';
import { findMember, memberIdOf, showOwner } from './queries.ts';
import { emailKey } from './rules.ts';

export interface RegistrationParts extends LimitParts {
  readonly db: Db;
  readonly config: Pick<Config, 'passwordCost'>;
  readonly keys: KeyRing;
  readonly identity: IdentityProvider | undefined;
  readonly log: Log;
}

export interface Registration {
  readonly password: string;
  readonly address: string;
  /** An ID token of who registers with Google as well. */
  readonly idToken?: string | undefined;
}

/**
 * Writing a new member takes some milliseconds longer than finding a known one. Both are answered after
 * this time, which neither needs, so that a clock tells no more than the answer does.
 */
const writtenWithinMs = 60;

/** Who registers, by an ID token; refuses what can not be linked before anything is written. */
async function newcomer(
  parts: RegistrationParts,
  idToken: string | undefined,
): Promise<Identity | undefined> {
  if (!idToken) return undefined;
  const person = await identify(parts, idToken);
  if ((await memberOfIdentity(parts.db, person)) !== undefined) throw new Refusal('google.linked');
  return person;
}

/** Says by mail what there is to do: verify a new address, or sign in by a known one. */
async function tellByMail(
  tx: Tx,
  { added, memberId, welcome }: { added: boolean; memberId: string | null; welcome: boolean },
): Promise<void> {
  const payload = { memberId, mailId: newId('mail') };
  if (added) await enqueue(tx, { job: verificationJob, payload });
  else if (welcome) await enqueue(tx, { job: knownJob, payload });
}

/**
 * Opens an account and has the verification mail sent. For an e-mail that has an account it does and
 * answers the same, except that the mail tells its owner so. With an ID token its identity is linked; an
 * e-mail the issuer vouches for is verified at once, and if it is known its owner is told so
 * (`google.not_linked`). Answers whether the e-mail is verified. Refuses `account.guessable_password` first.
 */
export async function register(
  parts: RegistrationParts,
  member: NewMember,
  { password, address, idToken }: Registration,
): Promise<boolean> {
  const { db, config } = parts;
  await countRegistration(parts, address);
  await requireUnguessable(password, [member.email]);
  const person = await newcomer(parts, idToken);
  const key = emailKey(member.email);
  const owned = person?.emailVerified === true && emailKey(person.email) === key;
  const welcome = await mayMail(parts, 'known', key);
  const passwordHash = await hashPassword(password, config.passwordCost, strangerAt(address));
  const writing = db.tx(async (tx) => {
    // Before the address matters: which of two registrations by one identity fails must not tell.
    if (person) await requireUnlinked(tx, person);
    if (person) await spendToken(tx, person);
    const added = await addMember(tx, member, passwordHash);
    if (added !== undefined && person)
      await linkIdentity(tx, person, { memberId: added, by: 'registration' });
    if (person && owned && added === undefined) throw refuseWith('google.not_linked', person);
    if (owned && added !== undefined) await showOwner(tx, added);
    if (owned) return;
    const memberId = added ?? (await memberIdOf(tx, key)) ?? null;
    await tellByMail(tx, { added: added !== undefined, memberId, welcome });
  });
  await Promise.all([writing, pause(writtenWithinMs)]);
  return owned;
}

/** Has the verification mail sent again; nothing happens when the e-mail is verified. */
export async function resendVerification(parts: RegistrationParts, memberId: string) {
  const member = await findMember(parts.db, memberId);
  if (!member || (member.emailVerifiedAt !== null && member.pendingEmail === null)) return;
  await countMail(parts, 'verification', emailKey(member.pendingEmail ?? member.email));
  const payload = { memberId, mailId: newId('mail') };
  await enqueue(parts.db, { job: verificationJob, payload });
}
