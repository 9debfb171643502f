/**
 * Recognises browsers that a member has signed in with, by a cookie. It grants no access: it only has the
 * browser's tries counted separately, so that strangers who use up an account's tries from anywhere do not lock
 * its owner out on a new network. Nothing is stored: the cookie is a random number and its HMAC under the
 * password hash, so a new password invalidates it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../platform/db/db.ts';
import { days } from '../../../platform/process/durations.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { passwordHashOf } from '../queries.ts';

const name = 'giftlane_device';
const keptMs = days(180);
/** A random number and its HMAC, in base64url. */
const shape = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const sealOf = (number: string, passwordHash: string) =>
  createHmac('sha256', passwordHash).update(number).digest();

/**
 * The HMAC key for a member's browsers: the password hash or, without a password, a value that only the shop
 * can derive.
 */
const deviceSecret = (keys: KeyRing, memberId: string, passwordHash: string | undefined) =>
  passwordHash ?? keys.fingerprint(`device ${memberId}`).toString('base64url');

/** A cookie value for a browser that has signed in. */
export function newDevice(passwordHash: string): string {
  const number = randomBytes(16).toString('base64url');
  return `${number}.${sealOf(number, passwordHash).toString('base64url')}`;
}

/** The random number of a browser that has signed in to the account with this hash; undefined for all others. */
export function knownDevice(device: string, passwordHash: string): string | undefined {
  const [, number = '', seal = ''] = shape.exec(device) ?? [];
  // Computed without a cookie as well, so that every try takes the same steps.
  const wanted = sealOf(number, passwordHash);
  const given = Buffer.from(seal, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? number : undefined;
}

/**
 * The random number of a visitor's browser, if it has signed in to the member's account, and its next cookie
 * value.
 */
export async function browserOf(
  db: Queryable,
  keys: KeyRing,
  { memberId, device }: { memberId: string; device: string },
) {
  const secret = deviceSecret(keys, memberId, await passwordHashOf(db, memberId));
  return { known: knownDevice(device, secret), next: newDevice(secret) };
}

/** The device cookie of a request; empty without one. */
export function deviceOf({ headers }: FastifyRequest): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Sets the device cookie, which scripts can not read. */
export function giveDevice(reply: FastifyReply, device: string): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : '';
  const kept = `Max-Age=${keptMs / 1_000}; Path=/api/v1; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${name}=${device}; ${kept}`);
}
