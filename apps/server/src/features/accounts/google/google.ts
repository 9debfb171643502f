/**
 * Signing in by an account at Google. A Google account opens the account it is linked to; an e-mail
 * address alone never does. It is linked at registration, by the password, or by a link in a mail.
 */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { days } from '../../../platform/process/durations.ts';
import type { Log } from '../../../platform/process/log.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { type KeyRing, sha256, tokenHash } from '../../../platform/secrets/secrets.ts';
import type { Identity, IdentityProvider } from '../../../providers/identity/port.ts';
import { needActing } from '../acting.ts';
import { dropEmailChange } from '../email/email-change-queries.ts';
import { deleteUnprovenFactors, spendChallenge } from '../factors/factor-queries.ts';
import { tellOwner } from '../freeze/lock.ts';
import { googleLinkedAnewJob, googleLinkJob } from '../jobs.ts';
import { countLoginAddress, countMail, forgetStrangers } from '../limits.ts';
import {
  clearUnprovenPassword,
  emailsOf,
  lockMember,
  memberIdOf,
  showOwner,
  verifyAddress,
} from '../queries.ts';
import { emailKey } from '../rules.ts';
import { isSealed, newSealed } from '../sealed.ts';
import { noteArrival } from '../sessions/arrival.ts';
import { browserOf } from '../sessions/device.ts';
import { requireProven } from '../sessions/proof.ts';
import { endSessions, forgetPlaces, keepLink, type Link } from '../sessions/session-queries.ts';
import { type OpenedSession, openIdentitySession, type Sessions } from '../sessions/sessions.ts';
import {
  type Opened,
  requireWhole,
  type SignIn,
  type SignInParts,
  signIn,
} from '../sessions/sign-in.ts';
import type { Visit } from '../sessions/visit.ts';
import {
  deleteIdentitiesOf,
  deleteUnprovenIdentities,
  findIdentityLink,
  hasIdentity,
  insertIdentity,
  type LinkedBy,
  lockIdentity,
  memberOfIdentity,
  spendIdentityLink,
  voidIdentityLinks,
} from './identity-queries.ts';

export interface GoogleParts extends SignInParts {
  /** Undefined when the shop has no such sign-in. */
  readonly identity: IdentityProvider | undefined;
  readonly sessions: Sessions;
  readonly log: Log;
}

/** An ID token, and where it was sent from. */
export interface GoogleTry {
  readonly idToken: string;
  readonly visit: Visit;
}

const nonces = { about: 'google nonce', lifeMs: days(1) };

/** What an ID token has to be asked for with. */
export const newNonce = (keys: KeyRing): string =>
  newSealed(keys, nonces.about).toString('base64url');

/** Spends an ID token in the transaction of what it achieves; refuses `google.invalid` when it was spent before. */
export async function spendToken(tx: Tx, { nonce }: Identity): Promise<void> {
  if (!(await spendChallenge(tx, sha256(nonce)))) throw new Refusal('google.invalid');
}

/** Who an ID token speaks of that has a nonce of the shop; refuses `google.invalid` and `google.unavailable`. */
export async function identify(
  { identity, log, keys }: Pick<GoogleParts, 'identity' | 'log' | 'keys'>,
  idToken: string,
): Promise<Identity> {
  if (!identity) throw new Refusal('google.unavailable');
  const outcome = await identity.verify(idToken);
  if (outcome.kind === 'unknown') {
    log.warn({ reason: outcome.reason }, 'the keys of the identity provider can not be read');
    throw new Refusal('google.unavailable');
  }
  if (outcome.kind === 'refused' || !isSealed(keys, nonces, outcome.value.nonce))
    throw new Refusal('google.invalid');
  return outcome.value;
}

/** Refuses with what the token says, for the form of sign-up and the dialog that links. */
export function refuseWith(
  code: 'google.unknown' | 'google.not_linked',
  person: Identity,
): Refusal {
  const { firstName, lastName, email, subject } = person;
  const known = { sFirstName: firstName, sLastName: lastName, sEmail: email, sGoogleId: subject };
  return new Refusal(code, {}, known);
}

/** Refuses `google.linked` unless the identity is nobody's, and keeps it so while `tx` lasts. */
export async function requireUnlinked(tx: Tx, person: Identity): Promise<void> {
  await lockIdentity(tx, person);
  if ((await memberOfIdentity(tx, person)) !== undefined) throw new Refusal('google.linked');
}

/**
 * Links an identity, within whatever proves that the member wants it, and takes the address as verified
 * when the issuer vouches for it. Refuses `google.linked`, which undoes the transaction.
 */
export async function linkIdentity(
  tx: Tx,
  person: Identity,
  { memberId, by }: { memberId: string; by: LinkedBy },
): Promise<void> {
  if (!(await insertIdentity(tx, person, { memberId, by }))) throw new Refusal('google.linked');
  if (person.emailVerified) await verifyAddress(tx, memberId, emailKey(person.email));
}

/** Opens a session for the member an identity is linked to; undefined when there is none. */
async function openByIdentity(
  { db, keys }: GoogleParts,
  person: Identity,
  visit: Visit,
): Promise<(OpenedSession & { readonly memberId: string; readonly device: string }) | undefined> {
  const memberId = await memberOfIdentity(db, person);
  if (memberId === undefined) return undefined;
  return db.tx(async (tx) => {
    // Whatever unlinks identities or ends sessions is waited for, and looked at again afterwards.
    await lockMember(tx, memberId);
    const entry = await openIdentitySession(tx, memberId, person, visit);
    if (entry === undefined) return undefined;
    await spendToken(tx, person);
    const device = await arrive(tx, keys, { memberId, entry, visit });
    if (person.emailVerified) await verifyAddress(tx, memberId, emailKey(person.email));
    return { ...entry, memberId, device };
  });
}

/** Writes down who comes in by Google, unless a second factor is still needed; answers what the browser is given. */
async function arrive(
  tx: Tx,
  keys: KeyRing,
  { memberId, entry, visit }: { memberId: string; entry: OpenedSession; visit: Visit },
): Promise<string> {
  const { known, next } = await browserOf(tx, keys, { memberId, device: visit.device });
  const deviceKnown = known !== undefined;
  if (!entry.waits) await noteArrival(tx, { memberId, openedBy: 'google', visit, deviceKnown });
  return next;
}

/**
 * Opens a session for whoever's identity is linked. Refuses `google.not_linked` to who owns the e-mail
 * of an account, by the issuer's word, and `google.unknown` to everybody else; `session.factor_needed` where the
 * account has a second factor.
 */
export async function signInByGoogle(
  parts: GoogleParts,
  { idToken, visit }: GoogleTry,
): Promise<Opened> {
  const { db } = parts;
  await countLoginAddress(parts, visit.address);
  const person = await identify(parts, idToken);
  const opened = await openByIdentity(parts, person, visit);
  if (opened) return { ...opened, token: await requireWhole(db, opened.memberId, opened) };
  const known =
    person.emailVerified && (await memberIdOf(db, emailKey(person.email))) !== undefined;
  throw refuseWith(known ? 'google.not_linked' : 'google.unknown', person);
}

/** Like `identify`, for who has to own the e-mail as well; refuses `google.unverified`. */
async function identifyOwner(parts: GoogleParts, { idToken, visit }: GoogleTry): Promise<Identity> {
  await countLoginAddress(parts, visit.address);
  const person = await identify(parts, idToken);
  if (!person.emailVerified) throw new Refusal('google.unverified');
  return person;
}

/**
 * Links an identity to a locked member whose address its owner has shown to be theirs; in a session that waits
 * (`entry`) once the second factor is given. Refuses `google.linked`, `account.locked` and `account.frozen`.
 */
export async function linkGoogle(
  tx: Tx,
  { renewed = false, ...link }: Link & { readonly renewed?: boolean },
  entry?: OpenedSession,
): Promise<void> {
  const { memberId } = link;
  // Where somebody else had the account the freeze was theirs, and another mail says that it was linked.
  if (!renewed) await needActing(tx, memberId);
  if (entry?.waits) return keepLink(tx, entry.sessionId, link);
  if (!(await insertIdentity(tx, link, link))) throw new Refusal('google.linked');
  if (!renewed) await tellOwner(tx, memberId, 'google_linked');
  await showOwner(tx, memberId);
}

/**
 * Links the identity to the account of its e-mail and signs in, for who knows the password; with as few
 * tries as signing in has. Refuses `session.wrong_credentials`, and what `link` does.
 */
export async function linkByPassword(
  parts: GoogleParts,
  { password, ...tried }: GoogleTry & Pick<SignIn, 'password'>,
): Promise<Opened> {
  const person = await identifyOwner(parts, tried);
  const login = { email: person.email, password, visit: tried.visit };
  return signIn(parts, login, async (tx, memberId, entry) => {
    await spendToken(tx, person);
    // Who knows the password owns the address, by the issuer's word.
    await linkGoogle(tx, { ...person, memberId, by: 'password' }, entry);
  });
}

/** Has a link sent that ties the identity to the account of its e-mail. */
export async function mailLink(parts: GoogleParts, tried: GoogleTry): Promise<Identity> {
  const { db } = parts;
  const person = await identifyOwner(parts, tried);
  const key = emailKey(person.email);
  const { issuer, subject } = person;
  if ((await memberOfIdentity(db, person)) !== undefined) throw new Refusal('google.linked');
  const memberId = await memberIdOf(db, key);
  if (memberId === undefined) throw refuseWith('google.unknown', person);
  await countMail(parts, 'google_link', key);
  const payload = { memberId, issuer, subject, mailId: newId('mail') };
  await db.tx(async (tx) => {
    await spendToken(tx, person);
    await enqueue(tx, { job: googleLinkJob, payload });
  });
  return person;
}

/**
 * Spends such a link: one of any number of parallel tries succeeds. Whoever follows it owns the address.
 * Unless that was shown in one browser with the account before, it may have been laid out by somebody else in
 * wait for them: its password, sessions and other identities end, and `renewed` and a mail say so.
 */
export async function followLink(
  parts: GoogleParts,
  { linkToken, visit }: { linkToken: string; visit: Visit },
): Promise<Opened & { readonly renewed: boolean }> {
  const { db, keys, sessions } = parts;
  const hash = tokenHash(linkToken);
  const found = await findIdentityLink(db, hash);
  if (!found) throw new Refusal('account.token_expired');
  const { memberId } = found;
  const followed = await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    if (!(await spendIdentityLink(tx, hash))) throw new Refusal('account.token_expired');
    await voidIdentityLinks(tx, memberId);
    const renewed = await endUnproven(tx, memberId);
    const entry = await openIdentitySession(tx, memberId, undefined, visit);
    if (!entry) throw new Refusal('account.token_expired');
    await linkGoogle(tx, { ...found, by: 'mail', renewed }, entry);
    return { entry, device: await arrive(tx, keys, { memberId, entry, visit }), renewed };
  });
  const { entry, device, renewed } = followed;
  if (renewed) sessions.forget(memberId);
  const [email = ''] = await emailsOf(db, memberId);
  await forgetStrangers(parts, emailKey(email));
  return { memberId, token: await requireWhole(db, memberId, entry), device, renewed };
}

/**
 * Unlinks whatever is linked, in a proven session; harmless where nothing is. Who has no password sets one by mail.
 * Refuses `account.unproven` and `account.locked`.
 */
export async function unlinkGoogle(db: Db, caller: Caller): Promise<void> {
  const { memberId } = caller;
  await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    await needActing(tx, memberId);
    await requireProven(tx, caller);
    await voidIdentityLinks(tx, memberId);
    if (!(await hasIdentity(tx, memberId))) return;
    await deleteIdentitiesOf(tx, memberId);
    await tellOwner(tx, memberId, 'google_unlinked');
  });
}

/** Ends what opened an account that need not be the address's owner's; answers whether it was one. */
async function endUnproven(tx: Tx, memberId: string): Promise<boolean> {
  await deleteUnprovenIdentities(tx, memberId);
  await deleteUnprovenFactors(tx, memberId);
  const ended = await clearUnprovenPassword(tx, memberId);
  if (ended)
    await Promise.all([
      endSessions(tx, memberId),
      forgetPlaces(tx, memberId),
      dropEmailChange(tx, memberId),
      enqueue(tx, { job: googleLinkedAnewJob, payload: { memberId, mailId: newId('mail') } }),
    ]);
  return ended;
}
