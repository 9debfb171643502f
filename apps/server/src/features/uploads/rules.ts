/** Pure decisions about uploads. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isHeic, type UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';

/** Validity of a signed address. */
export const addressLifeMs = minutes(10);

/** True for profile pictures, which are public; all other kinds are private to their owner. */
export const isPublic = (kind: UploadKind): boolean => kind === 'profilepictures';

export type PictureType = 'png' | 'jpeg';

const signatures: readonly (readonly [PictureType, Buffer])[] = [
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** The type of a file by its first bytes, regardless of its name; undefined for unsupported types. */
export function typeOf(head: Uint8Array): PictureType | undefined {
  const found = signatures.find(([, bytes]) => bytes.equals(head.subarray(0, bytes.length)));
  return found?.[0];
}

/** The refusal for an unsupported file. */
export const noPicture = (head: Uint8Array): Refusal =>
  new Refusal(isHeic(head) ? 'upload.heic' : 'upload.format');

type Use = 'put' | 'view';

/** Signs an address for one picture, one use and, for views, one expiry time. */
export function signatureOf(keys: KeyRing, use: Use, path: string, untilMs = 0): string {
  return keys.fingerprint(`upload ${use} ${untilMs} ${path}`).toString('base64url');
}

/** True when a signature is the expected one; compares in constant time. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Keyed fingerprint: equal for equal pictures, meaningless without the key. */
export const fingerprintOf = (keys: KeyRing, drawn: Uint8Array): Buffer =>
  keys.fingerprint(`upload picture ${createHash('sha256').update(drawn).digest('hex')}`);

/** Of replies with a private picture: nothing keeps it, and nothing in it runs. */
export const pictureHeaders = {
  'content-type': 'image/jpeg',
  'content-disposition': 'inline',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** A picture and its owner. */
export interface OwnPicture {
  readonly memberId: string;
  readonly path: string;
}

/** Binds the encryption to the picture: it decrypts only under its own path and owner. */
export const identityOf = ({ memberId, path }: OwnPicture): string => `upload ${memberId} ${path}`;
