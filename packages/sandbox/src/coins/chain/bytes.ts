/** Encodings of chains: double SHA-256, little-endian numbers, hashes displayed in reverse. */
import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));

export const fromHex = (hex: string): Buffer => Buffer.from(hex, 'hex');

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A hash as nodes display it (reversed hex). */
export const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

/** A displayed hash in the byte order of headers and transactions. */
export const hidden = (hash: string): Buffer => fromHex(hash).reverse();

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
