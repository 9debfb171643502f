import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

function timePart(nowMs: number): string {
  let rest = nowMs;
  let out = '';
  for (let i = 0; i < 9; i += 1) {
    out = alphabet.charAt(rest % 32) + out;
    rest = Math.floor(rest / 32);
  }
  return out;
}

/**
 * A new id such as `ord_01jq8…`: nine characters of time (so that indexes grow at one end) and
 * sixteen random ones (80 bits: not to be guessed).
 */
export function newId(prefix: string): string {
  let random = '';
  for (const byte of randomBytes(16)) random += alphabet.charAt(byte & 31);
  return `${prefix}_${timePart(Date.now())}${random}`;
}
