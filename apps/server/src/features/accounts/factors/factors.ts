/** Second factors of a member: adding, removing and using them. */
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { throttleKey } from '../../../platform/limits/throttle.ts';
import { minutes } from '../../../platform/process/durations.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { needActing } from '../acting.ts';
import { tellOwner } from '../freeze/lock.ts';
import type { LimitParts } from '../limits.ts';
import { lockMember } from '../queries.ts';
import { requireProven } from '../sessions/proof.ts';
import {
  confirmTotp,
  deletePasskey,
  deleteTotp,
  dropIdleRecoveryCodes,
  methodsOf,
  passkeysOf,
  putTotp,
  shopNow,
} from './factor-queries.ts';
import { checkMade, type Made, makePasskeyOptions, type PasskeyParts } from './passkeys.ts';
import { firstRecoveryCodes, makeRecoveryCodes, spendRecovery } from './recovery-codes.ts';
import { newMemberTotp, spendTotp } from './totp.ts';

export interface FactorParts extends LimitParts, PasskeyParts {
  readonly db: Db;
  readonly keys: KeyRing;
}

const mostPasskeys = 20;

/**
 * Runs a change of factors with the member locked; requires a proven session and an account that is not frozen.
 */
async function guardedly<T>(
  { db }: FactorParts,
  caller: Caller,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.tx(async (tx) => {
    await lockMember(tx, caller.memberId);
    await needActing(tx, caller.memberId);
    await requireProven(tx, caller);
    return work(tx);
  });
}

/**
 * Counts a try of a code. A known browser or session has its own count, so that strangers who know the password
 * do not use up the owner's; all known ones also share a limit, since a stranger who knew the password before
 * there was a factor may have many.
 */
export async function countCode(
  { throttle, options }: LimitParts,
  memberId: string,
  device = '',
): Promise<void> {
  const limit = await options.whole('throttle_login_account');
  await throttle.hit(throttleKey('factor', memberId, device), limit, minutes(15));
  if (device === '') return;
  const ofAll = await options.whole('throttle_login_address');
  await throttle.hit(throttleKey('factor known', memberId), ofAll, minutes(15));
}

/** Clears the count of a browser or session after a correct code. */
export const forgetCodes = ({ throttle }: LimitParts, memberId: string, device = '') =>
  throttle.clear(throttleKey('factor', memberId, device));

/** Spends a TOTP code or a recovery code; returns which it was. Refuses `factor.wrong_code`. */
export async function spendCode(
  tx: Tx,
  { keys }: Pick<FactorParts, 'keys'>,
  { memberId, code }: { memberId: string; code: string },
): Promise<'code' | 'recovery'> {
  const isTotp = code.length === 6;
  const fits = isTotp
    ? await spendTotp(tx, keys, { memberId, code, begun: false, nowMs: await shopNow(tx) })
    : (await methodsOf(tx, memberId)).includes('code') && (await spendRecovery(tx, memberId, code));
  if (!fits) throw new Refusal('factor.wrong_code');
  if (!isTotp) await tellOwner(tx, memberId, 'recovery_used');
  return isTotp ? 'code' : 'recovery';
}

/** Stores a new TOTP secret, to be confirmed by a code. Refuses `factor.totp_exists`. */
export function beginTotp(parts: FactorParts, caller: Caller, label: string) {
  const { sealed, secret, uri } = newMemberTotp(parts.keys, caller.memberId, label);
  return guardedly(parts, caller, async (tx) => {
    if (!(await putTotp(tx, caller.memberId, sealed))) throw new Refusal('factor.totp_exists');
    return { secret, uri };
  });
}

/**
 * Confirms the TOTP secret by a code; returns recovery codes if the member has none. Refuses
 * `factor.wrong_code`.
 */
export async function confirmApp(parts: FactorParts, caller: Caller, code: string) {
  const { memberId } = caller;
  await countCode(parts, memberId);
  const codes = await guardedly(parts, caller, async (tx) => {
    const nowMs = await shopNow(tx);
    const fits = await spendTotp(tx, parts.keys, { memberId, code, begun: true, nowMs });
    if (!fits || !(await confirmTotp(tx, memberId))) throw new Refusal('factor.wrong_code');
    await tellOwner(tx, memberId, 'totp_added');
    return firstRecoveryCodes(tx, memberId);
  });
  await forgetCodes(parts, memberId);
  return codes;
}

/** Removes the authenticator app; no error without one. */
export function removeApp(parts: FactorParts, caller: Caller): Promise<void> {
  const { memberId } = caller;
  return guardedly(parts, caller, async (tx) => {
    if (!(await deleteTotp(tx, memberId))) return;
    await dropIdleRecoveryCodes(tx, memberId);
    await tellOwner(tx, memberId, 'totp_removed');
  });
}

async function requireRoom(db: Queryable, memberId: string): Promise<void> {
  if ((await passkeysOf(db, memberId)).length >= mostPasskeys)
    throw new Refusal('factor.too_many_passkeys');
}

/** The WebAuthn options to create a passkey. Refuses `factor.too_many_passkeys`. */
export async function beginPasskey(
  parts: FactorParts,
  caller: Caller,
  { email, name }: { email: string; name: string },
) {
  await needActing(parts.db, caller.memberId);
  await requireProven(parts.db, caller);
  await requireRoom(parts.db, caller.memberId);
  return makePasskeyOptions(parts, { ...caller, email, name });
}

/**
 * Stores a passkey; returns recovery codes if the member has none. Refuses `factor.wrong_passkey` and
 * `factor.too_many_passkeys`.
 */
export async function addPasskey(
  parts: FactorParts,
  caller: Caller,
  { name, made }: { name: string; made: Made },
) {
  const keep = await checkMade(parts, { ...caller, name }, made);
  return guardedly(parts, caller, async (tx) => {
    await requireRoom(tx, caller.memberId);
    if (!(await keep(tx))) throw new Refusal('factor.wrong_passkey');
    await tellOwner(tx, caller.memberId, 'passkey_added');
    return firstRecoveryCodes(tx, caller.memberId);
  });
}

/** Removes a passkey. Refuses `factor.not_found`. */
export function removePasskey(parts: FactorParts, caller: Caller, id: string): Promise<void> {
  const { memberId } = caller;
  return guardedly(parts, caller, async (tx) => {
    if (!(await deletePasskey(tx, memberId, id))) throw new Refusal('factor.not_found');
    await dropIdleRecoveryCodes(tx, memberId);
    await tellOwner(tx, memberId, 'passkey_removed');
  });
}

/**
 * Replaces the recovery codes by ten new ones. Refuses `factor.none` without a factor they could stand in for.
 */
export function renewRecoveryCodes(parts: FactorParts, caller: Caller): Promise<string[]> {
  const { memberId } = caller;
  return guardedly(parts, caller, async (tx) => {
    if (!(await methodsOf(tx, memberId)).includes('code')) throw new Refusal('factor.none');
    await tellOwner(tx, memberId, 'recovery_renewed');
    return makeRecoveryCodes(tx, memberId);
  });
}
