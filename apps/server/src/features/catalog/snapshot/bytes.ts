/** Allocation of buffers by their lifetime. */

/**
 * A buffer of its own, for cached bytes: a slice of Node's pool would keep its whole slab from being freed.
 */
export const ownMemory = (length: number): Buffer => Buffer.allocUnsafeSlow(length);

const slabBytes = 256 * 1024;
let slab: Buffer = Buffer.alloc(0);
let used = 0;

/**
 * A slice of a shared slab, for bytes that are sent once: allocating and collecting a buffer of its own was
 * half the cost of a search.
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

/** Concatenates parts into a buffer of its own, for caching. */
export function join(parts: readonly Buffer[]): Buffer {
  const whole = ownMemory(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}
