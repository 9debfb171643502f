import { randomFillSync } from 'node:crypto';

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

const randomLength = 16;
/** Random bytes are fetched for many ids at once, which takes hardly longer than for one. */
const pool = Buffer.alloc(256 * randomLength);
let used = pool.length;

function randomPart(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let out = '';
  for (const end = used + randomLength; used < end; used += 1)
    out += alphabet.charAt((pool[used] ?? 0) & 31);
  return out;
}

/**
 * A new id such as `ord_01jq8…`: nine characters of time (so that indexes grow at one end) and
 * sixteen random ones (80 bits: not to be guessed).
 */
export function newId(prefix: string): string {
  return `${prefix}_${timePart(Date.now())}${randomPart()}`;
}
