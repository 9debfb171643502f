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
import { emailKey } from './names-and-phones.ts';
import { requireUnguessable } from './passwords/guessable.ts';
import { hashPassword, strangerAt } from './passwords/passwords.ts';
import { findMember, memberIdOf, showOwner } from './queries.ts';

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
  /** The ID token of a registration with Google. */
  readonly idToken?: string | undefined;
}

/**
 * Creating a member takes some milliseconds longer than finding one. Every registration is answered after at
 * least this time, longer than either takes, so that the response time does not show which it was.
 */
const writtenWithinMs = 60;

/** The identity of an ID token; refuses one that can not be linked, before anything is written. */
async function newcomer(
  parts: RegistrationParts,
  idToken: string | undefined,
): Promise<Identity | undefined> {
  if (!idToken) return undefined;
  const person = await identify(parts, idToken);
  if ((await memberOfIdentity(parts.db, person)) !== undefined) throw new Refusal('google.linked');
  return person;
}

/** Queues the mail to verify a new address, or to sign in with one that has an account. */
async function tellByMail(
  tx: Tx,
  { added, memberId, welcome }: { added: boolean; memberId: string | null; welcome: boolean },
): Promise<void> {
  const payload = { memberId, mailId: newId('mail') };
  if (added) await enqueue(tx, { job: verificationJob, payload });
  else if (welcome) await enqueue(tx, { job: knownJob, payload });
}

/**
 * Creates an account and queues the verification mail. For an e-mail that has an account, the work and the
 * reply are the same, but the mail tells its owner so. The identity of an ID token is linked; an e-mail its
 * issuer vouches for is verified at once and, if it has an account, refused with `google.not_linked`. Returns
 * whether the e-mail is verified. Refuses `account.guessable_password` first.
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
    // Before the e-mail is looked at: which of two parallel registrations by one identity fails must not tell
    // whether it has an account.
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

/** Queues the verification mail again; does nothing if there is no address to verify. */
export async function resendVerification(parts: RegistrationParts, memberId: string) {
  const member = await findMember(parts.db, memberId);
  if (!member || (member.emailVerifiedAt !== null && member.pendingEmail === null)) return;
  await countMail(parts, 'verification', emailKey(member.pendingEmail ?? member.email));
  const payload = { memberId, mailId: newId('mail') };
  await enqueue(parts.db, { job: verificationJob, payload });
}
