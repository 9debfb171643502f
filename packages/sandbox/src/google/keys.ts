/** The issuer's signing keys. */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export const alg = 'RS256';

export async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' } };
}

let first: Promise<SigningKey> | undefined;

/** The key every sandbox of this process starts with: making one takes a good part of a second. */
export function firstKey(): Promise<SigningKey> {
  first ??= makeKey();
  return first;
}
