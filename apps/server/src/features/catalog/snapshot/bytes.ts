/** Putting bytes together, in the memory that suits how long they live. */

/**
 * Memory of its own, for what is kept. A slice of Node's pool would keep a whole slab alive for it, full
 * of what was thrown away long ago.
 */
export const ownMemory = (length: number): Buffer => Buffer.allocUnsafeSlow(length);

const slabBytes = 256 * 1024;
let slab: Buffer = Buffer.alloc(0);
let used = 0;

/**
 * Memory shared with what was made about the same time, for what is sent once and forgotten: an
 * allocation of its own, with its collection, was half the cost of a search.
 */
export function passingMemory(length: number): Buffer {
  if (length > slabBytes / 4) return ownMemory(length);
  if (used + length > slab.length) {
    slab = ownMemory(slabBytes);
    used = 0;
  }
  used += length;
  return slab.subarray(used - length, used);
}

/** Joins parts, to be kept. */
export function join(parts: readonly Buffer[]): Buffer {
  const whole = ownMemory(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}
