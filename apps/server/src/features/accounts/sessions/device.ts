/**
 * Browsers that a member has signed in with, known by a cookie. It opens nothing: it only has the tries of
 * its browser counted on their own, so that strangers who use up an account's tries from anywhere do not
 * keep its owner out on a new network. Nothing is stored: the cookie is a random number and its seal under
 * the hash of the password, so it ends with the password.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../platform/db/db.ts';
import { days } from '../../../platform/process/durations.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';
import { passwordHashOf } from '../queries.ts';

const name = 'giftlane_device';
const keptMs = days(180);
/** Of a number and its seal, in base64url. */
const shape = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const sealOf = (number: string, passwordHash: string) =>
  createHmac('sha256', passwordHash).update(number).digest();

/**
 * What seals the numbers of a member's browsers: the hash of the password, or for who has none something of
 * theirs that only the shop can make.
 */
const deviceSecret = (keys: KeyRing, memberId: string, passwordHash: string | undefined) =>
  passwordHash ?? keys.fingerprint(`device ${memberId}`).toString('base64url');

/** What a browser is given once somebody has signed in with it. */
export function newDevice(passwordHash: string): string {
  const number = randomBytes(16).toString('base64url');
  return `${number}.${sealOf(number, passwordHash).toString('base64url')}`;
}

/** The number of a browser that has signed in to the account of this hash; undefined for all others. */
export function knownDevice(device: string, passwordHash: string): string | undefined {
  const [, number = '', seal = ''] = shape.exec(device) ?? [];
  // Sealed also where nothing was shown, so that every try takes the same steps.
  const wanted = sealOf(number, passwordHash);
  const given = Buffer.from(seal, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? number : undefined;
}

/** The number of a visitor's browser, where it has signed in to a member's account, and what it is given next. */
export async function browserOf(
  db: Queryable,
  keys: KeyRing,
  { memberId, device }: { memberId: string; device: string },
) {
  const secret = deviceSecret(keys, memberId, await passwordHashOf(db, memberId));
  return { known: knownDevice(device, secret), next: newDevice(secret) };
}

/** What the browser of a request shows; empty when it shows nothing. */
export function deviceOf({ headers }: FastifyRequest): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Gives the browser of a reply its device; scripts can not read it. */
export function giveDevice(reply: FastifyReply, device: string): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : '';
  const kept = `Max-Age=${keptMs / 1_000}; Path=/api/v1; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${name}=${device}; ${kept}`);
}
