/** Codes and PINs of wallet gift cards, and their fingerprints. */
import { plainCode } from '@giftlane/contract/shapes.ts';
import type { KeyRing } from '../../../platform/secrets/secrets.ts';

/** Without characters that look alike, such as 0 and O. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 16;
const groupLength = 4;
const pinLength = 6;

/** A code and its PIN in clear text; the shop stores only fingerprints. */
export interface Printed {
  readonly code: string;
  readonly pin: string;
}

/**
 * The code, such as `7KQM-…` in groups of four, and the PIN of a voucher of a batch: made of the batch's key, which is
 * random, and the shop's keys, so that neither of them alone tells them.
 */
export function printedOf(keys: KeyRing, batchKey: string, at: number): Printed {
  let left = BigInt(`0x${keys.fingerprint(`voucher batch ${batchKey} ${at}`).toString('hex')}`);
  const take = (below: number) => {
    const taken = Number(left % BigInt(below));
    left /= BigInt(below);
    return taken;
  };
  const code = Array.from({ length: codeLength }, (_, i) => {
    const dash = i > 0 && i % groupLength === 0 ? '-' : '';
    return dash + alphabet.charAt(take(alphabet.length));
  }).join('');
  const pin = take(10 ** pinLength)
    .toString()
    .padStart(pinLength, '0');
  return { code, pin };
}

/** The fingerprint to find a code by. Malformed codes have one too, so they are handled like unknown ones. */
export function codeFingerprint(keys: KeyRing, code: string): Buffer {
  return keys.fingerprint(`voucher ${plainCode(code)}`);
}

/** The fingerprint to compare a PIN by. It includes the code, so equal PINs have different fingerprints. */
export function pinFingerprint(keys: KeyRing, { code, pin }: Printed): Buffer {
  return keys.fingerprint(`voucher ${plainCode(code)} pin ${plainCode(pin)}`);
}
