/** Signing in and proving by a factor: the second step after a password or Google, or a passkey alone. */

import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { throttleKey, withinLimit } from '../../../platform/limits/throttle.ts';
import { days } from '../../../platform/process/durations.ts';
import { newToken, tokenHash } from '../../../platform/secrets/secrets.ts';
import { tellOwner } from '../freeze/lock.ts';
import { linkGoogle } from '../google/google.ts';
import { countLoginAddress } from '../limits.ts';
import { lockMember } from '../queries.ts';
import { noteArrival } from '../sessions/arrival.ts';
import { browserOf } from '../sessions/device.ts';
import { countGuess, forgetGuesses } from '../sessions/guesses.ts';
import { markProven } from '../sessions/proof-queries.ts';
import { completeSession, findWaiting } from '../sessions/session-queries.ts';
import { openPasskeySession } from '../sessions/sessions.ts';
import type { Opened } from '../sessions/sign-in.ts';
import type { Visit } from '../sessions/visit.ts';
import { passkeysOf } from './factor-queries.ts';
import { countCode, type FactorParts, forgetCodes, spendCode } from './factors.ts';
import { checkSigned, type PasskeyAssertion, signOptions } from './passkeys.ts';

/**
 * Counts a try of a code. Whoever exhausts the limit knows the password, so the owner is notified, at most once
 * a day.
 */
async function countTry(parts: FactorParts, memberId: string, device: string | undefined) {
  if (await withinLimit(countCode(parts, memberId, device))) return;
  const { db, throttle } = parts;
  const told = throttle.hit(throttleKey('factor told', memberId), 1, days(1));
  if (await withinLimit(told)) await db.tx((tx) => tellOwner(tx, memberId, 'wrong_codes'));
  await countCode(parts, memberId, device);
}

/**
 * Completes the session that waits for a second factor, by a code. Refuses `session.challenge_expired` and
 * `factor.wrong_code`; of parallel tries with one code only one succeeds.
 */
export async function signInByCode(
  parts: FactorParts,
  { challenge, code, visit }: { challenge: string; code: string; visit: Visit },
): Promise<Opened> {
  const { db } = parts;
  const waiting = tokenHash(challenge);
  const found = await findWaiting(db, waiting);
  if (!found) throw new Refusal('session.challenge_expired');
  const { memberId, openedBy } = found;
  const browser = await browserOf(db, parts.keys, { memberId, device: visit.device });
  await countTry(parts, memberId, browser.known);
  const token = newToken();
  await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    const factor = await spendCode(tx, parts, { memberId, code });
    if (!(await completeSession(tx, { waiting, hash: tokenHash(token) })))
      throw new Refusal('session.challenge_expired');
    if (found.link) await linkGoogle(tx, found.link);
    const deviceKnown = browser.known !== undefined;
    await noteArrival(tx, { memberId, openedBy, factor, visit, deviceKnown });
  });
  await forgetCodes(parts, memberId, browser.known);
  return { memberId, token, device: browser.next };
}

/**
 * Opens a session by a passkey, which is both factors in one, and links the identity stored in the waiting
 * session of `challenge`, if it is the same member's. Refuses `factor.wrong_passkey`.
 */
export async function signInByPasskey(
  parts: FactorParts,
  { signed, challenge, visit }: { signed: PasskeyAssertion; challenge: string; visit: Visit },
): Promise<Opened> {
  const { db } = parts;
  await countLoginAddress(parts, visit.address);
  const { memberId, spend } = await checkSigned(parts, 'sign in', signed);
  const browser = await browserOf(db, parts.keys, { memberId, device: visit.device });
  const token = await db.tx(async (tx) => {
    await lockMember(tx, memberId);
    if (!(await spend(tx))) throw new Refusal('factor.wrong_passkey');
    const waiting = await findWaiting(tx, tokenHash(challenge));
    if (waiting?.link?.memberId === memberId) await linkGoogle(tx, waiting.link);
    const entry = await openPasskeySession(tx, memberId, visit);
    const deviceKnown = browser.known !== undefined;
    await noteArrival(tx, { memberId, openedBy: 'passkey', visit, deviceKnown });
    return entry.token;
  });
  return { memberId, token, device: browser.next };
}

/** Proves a session by a code. Refuses `factor.wrong_code`; guessing ends the session. */
export async function proveByCode(parts: FactorParts, caller: Caller, code: string): Promise<void> {
  const { memberId, sessionId } = caller;
  await countCode(parts, memberId, sessionId);
  await countGuess(parts, caller, 'code');
  await parts.db.tx(async (tx) => {
    await lockMember(tx, memberId);
    await spendCode(tx, parts, { memberId, code });
    await markProven(tx, sessionId, 'code');
  });
  await Promise.all([
    forgetCodes(parts, memberId, sessionId),
    forgetGuesses(parts, caller, 'code'),
  ]);
}

/** The WebAuthn options to prove a session by one of the member's passkeys. */
export async function proveOptions(parts: FactorParts, { memberId, sessionId }: Caller) {
  return signOptions(parts, `prove ${sessionId}`, await passkeysOf(parts.db, memberId));
}

/** Proves a session by one of the member's passkeys. Refuses `factor.wrong_passkey`. */
export async function proveByPasskey(
  parts: FactorParts,
  { memberId, sessionId }: Caller,
  signed: PasskeyAssertion,
): Promise<void> {
  const checked = await checkSigned(parts, `prove ${sessionId}`, signed);
  if (checked.memberId !== memberId) throw new Refusal('factor.wrong_passkey');
  await parts.db.tx(async (tx) => {
    if (!(await checked.spend(tx))) throw new Refusal('factor.wrong_passkey');
    await markProven(tx, sessionId, 'passkey');
  });
}
