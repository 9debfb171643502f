/** What is printed on a wallet gift card, and how it is recognised again. */
import { randomInt } from 'node:crypto';
import { plainCode } from '@giftlane/contract/shapes.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';

/** No character that is read as another one. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 16;
const groupLength = 4;
const pinLength = 6;

/** A code and its PIN as their buyer gets them; the shop keeps neither. */
export interface Printed {
  readonly code: string;
  readonly pin: string;
}

/** A code nobody has, such as `7KQM-…` in groups of four, and its PIN. */
export function newPrinted(): Printed {
  const code = Array.from({ length: codeLength }, (_, i) => {
    const dash = i > 0 && i % groupLength === 0 ? '-' : '';
    return dash + alphabet.charAt(randomInt(alphabet.length));
  }).join('');
  const pin = randomInt(10 ** pinLength)
    .toString()
    .padStart(pinLength, '0');
  return { code, pin };
}

/** How a code is found. Anything has a fingerprint, so malformed codes take the steps of unknown ones. */
export function codeFingerprint(keys: KeyRing, code: string): Buffer {
  return keys.fingerprint(`voucher ${plainCode(code)}`);
}

/** How a PIN is compared; bound to its code, so that equal PINs do not look equal. */
export function pinFingerprint(keys: KeyRing, { code, pin }: Printed): Buffer {
  return keys.fingerprint(`voucher ${plainCode(code)} pin ${plainCode(pin)}`);
}
