/** Bytes as chains write them: hashed twice, numbers with the low byte first, hashes shown back to front. */
import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));

export const fromHex = (hex: string): Buffer => Buffer.from(hex, 'hex');

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A hash as nodes show it. */
export const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');

/** A shown hash as it stands in headers and transactions. */
export const hidden = (hash: string): Buffer => fromHex(hash).reverse();

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
