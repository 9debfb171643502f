/**
 * Google sign-in, by linked accounts alone, never by an equal e-mail address. Linked at registration, by password or mail.
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
import { emailKey } from '../names-and-phones.ts';
import {
  clearUnprovenPassword,
  emailsOf,
  lockMember,
  memberIdOf,
  showOwner,
  verifyAddress,
} from '../queries.ts';
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
  /** Undefined when Google sign-in is not configured. */
  readonly identity: IdentityProvider | undefined;
  readonly sessions: Sessions;
  readonly log: Log;
}

/** An ID token and the client that sent it. */
export interface GoogleTry {
  readonly idToken: string;
  readonly visit: Visit;
}

const nonces = { about: 'google nonce', lifeMs: days(1) };

/** A nonce for an ID token request. */
export const newNonce = (keys: KeyRing): string =>
  newSealed(keys, nonces.about).toString('base64url');

/** Spends an ID token in the transaction that uses it; refuses `google.invalid` when it was spent before. */
export async function spendToken(tx: Tx, { nonce }: Identity): Promise<void> {
  if (!(await spendChallenge(tx, sha256(nonce)))) throw new Refusal('google.invalid');
}

/** Verifies an ID token and that its nonce is the shop's; refuses `google.invalid` and `google.unavailable`. */
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

/** A refusal with the claims of the ID token, for the sign-up form and the dialog that links. */
export function refuseWith(
  code: 'google.unknown' | 'google.not_linked',
  person: Identity,
): Refusal {
  const { firstName, lastName, email, subject } = person;
  const known = { sFirstName: firstName, sLastName: lastName, sEmail: email, sGoogleId: subject };
  return new Refusal(code, {}, known);
}

/** Refuses `google.linked` if the identity is linked, and keeps it unlinked by others until `tx` ends. */
export async function requireUnlinked(tx: Tx, person: Identity): Promise<void> {
  await lockIdentity(tx, person);
  if ((await memberOfIdentity(tx, person)) !== undefined) throw new Refusal('google.linked');
}

/**
 * Links an identity, once the caller knows that the member wants it; verifies the address if the issuer vouches
 * for it. Refuses `google.linked`, which rolls the transaction back.
 */
export async function linkIdentity(
  tx: Tx,
  person: Identity,
  { memberId, by }: { memberId: string; by: LinkedBy },
): Promise<void> {
  if (!(await insertIdentity(tx, person, { memberId, by }))) throw new Refusal('google.linked');
  if (person.emailVerified) await verifyAddress(tx, memberId, emailKey(person.email));
}

/** Opens a session for the member an identity is linked to; undefined when it is not linked. */
async function openByIdentity(
  { db, keys }: GoogleParts,
  person: Identity,
  visit: Visit,
): Promise<(OpenedSession & { readonly memberId: string; readonly device: string }) | undefined> {
  const memberId = await memberOfIdentity(db, person);
  if (memberId === undefined) return undefined;
  return db.tx(async (tx) => {
    // Serialises with changes that unlink identities or end sessions; the link is checked again afterwards.
    await lockMember(tx, memberId);
    const entry = await openIdentitySession(tx, memberId, person, visit);
    if (entry === undefined) return undefined;
    await spendToken(tx, person);
    const device = await arrive(tx, keys, { memberId, entry, visit });
    if (person.emailVerified) await verifyAddress(tx, memberId, emailKey(person.email));
    return { ...entry, memberId, device };
  });
}

/** Records a sign-in by Google unless a second factor is outstanding; returns the browser's device cookie. */
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
 * Signs in by a linked identity. If it is not linked, refuses `google.not_linked` when the issuer vouches for
 * the e-mail and it has an account, else `google.unknown`; `session.factor_needed` if the account has a second
 * factor.
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

/** Like `identify`, but the issuer must vouch for the e-mail as well; refuses `google.unverified`. */
async function identifyOwner(parts: GoogleParts, { idToken, visit }: GoogleTry): Promise<Identity> {
  await countLoginAddress(parts, visit.address);
  const person = await identify(parts, idToken);
  if (!person.emailVerified) throw new Refusal('google.unverified');
  return person;
}

/**
 * Links an identity to a locked member who has shown that the address is theirs; if the session (`entry`) waits
 * for a second factor, once it is given. Refuses `google.linked`, `account.locked` and `account.frozen`.
 */
export async function linkGoogle(
  tx: Tx,
  { renewed = false, ...link }: Link & { readonly renewed?: boolean },
  entry?: OpenedSession,
): Promise<void> {
  const { memberId } = link;
  // When renewed, the account was somebody else's and so was its freeze; another mail reports the link.
  if (!renewed) await needActing(tx, memberId);
  if (entry?.waits) return keepLink(tx, entry.sessionId, link);
  if (!(await insertIdentity(tx, link, link))) throw new Refusal('google.linked');
  if (!renewed) await tellOwner(tx, memberId, 'google_linked');
  await showOwner(tx, memberId);
}

/**
 * Links the identity to the account of its e-mail and signs in, by the password, with as few tries as a sign-in
 * has. Refuses `session.wrong_credentials`, and what `linkGoogle` does.
 */
export async function linkByPassword(
  parts: GoogleParts,
  { password, ...tried }: GoogleTry & Pick<SignIn, 'password'>,
): Promise<Opened> {
  const person = await identifyOwner(parts, tried);
  const login = { email: person.email, password, visit: tried.visit };
  return signIn(parts, login, async (tx, memberId, entry) => {
    await spendToken(tx, person);
    // The issuer vouches that the person, who knows the password, owns the address.
    await linkGoogle(tx, { ...person, memberId, by: 'password' }, entry);
  });
}

/** Queues the mail with a link that ties the identity to the account of its e-mail. */
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
 * Spends such a link: one of parallel tries succeeds. Following it proves ownership of the address. Unless the
 * account's holder was known to own it before, a stranger may have registered the address in advance: password,
 * sessions and other identities end, and `renewed` and a mail say so.
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
 * Unlinks all identities, in a proven session; no error without any. A member without a password sets one by
 * mail. Refuses `account.unproven` and `account.locked`.
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

/**
 * Removes the credentials that need not be the address owner's; returns whether the account's holder was not
 * known to read the address's mails.
 */
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
