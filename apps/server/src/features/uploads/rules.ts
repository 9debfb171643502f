/** Pure decisions about uploads. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isHeic, type UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';

/** How long a signed address works. */
export const addressLifeMs = minutes(10);

/** Everybody may see profile pictures: they are public media. The others are nobody's but their owner's. */
export const isPublic = (kind: UploadKind): boolean => kind === 'profilepictures';

export type PictureType = 'png' | 'jpeg';

const signatures: readonly (readonly [PictureType, Buffer])[] = [
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** What a file is by its first bytes, whatever it is called; undefined for all that is not taken. */
export function typeOf(head: Uint8Array): PictureType | undefined {
  const found = signatures.find(([, bytes]) => bytes.equals(head.subarray(0, bytes.length)));
  return found?.[0];
}

/** The refusal of what is no picture to us. */
export const noPicture = (head: Uint8Array): Refusal =>
  new Refusal(isHeic(head) ? 'upload.heic' : 'upload.format');

type Use = 'put' | 'view';

/** Ties an address to one picture, one use and, where it ends by itself, to its end. */
export function signatureOf(keys: KeyRing, use: Use, path: string, untilMs = 0): string {
  return keys.fingerprint(`upload ${use} ${untilMs} ${path}`).toString('base64url');
}

/** Whether a signature is the expected one, in a time that tells nothing. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Equal for equal pictures, and says nothing of them to who has no key. */
export const fingerprintOf = (keys: KeyRing, drawn: Uint8Array): Buffer =>
  keys.fingerprint(`upload picture ${createHash('sha256').update(drawn).digest('hex')}`);

/** A picture, and whose it is. */
export interface OwnPicture {
  readonly memberId: string;
  readonly path: string;
}

/** What a private picture is encrypted for: under another path, or as another member's, it does not open. */
export const identityOf = ({ memberId, path }: OwnPicture): string => `upload ${memberId} ${path}`;
