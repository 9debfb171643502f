/** Where an issuer's keys are: its discovery document says it, asked for when it is first needed. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { ask, jsonOf } from '../../ask.ts';

export interface KeyOptions {
  readonly issuer: string;
  readonly timeoutMs: number;
  /** A key that is not among the known ones makes them be read again, at most this often. */
  readonly cooldownMs: number;
}

/** The issuer could not be asked, or what it said makes no sense. */
export class KeysUnknown extends Error {}

const documentSchema = z.object({ issuer: z.string(), jwks_uri: z.url() });

async function findKeys({ issuer, timeoutMs, cooldownMs }: KeyOptions): Promise<JWTVerifyGetKey> {
  const answer = await ask({
    method: 'GET',
    url: `${issuer}/.well-known/openid-configuration`,
    headers: { accept: 'application/json' },
    deadline: AbortSignal.timeout(timeoutMs),
  });
  if (answer.kind === 'unknown') throw new KeysUnknown(answer.reason);
  if (answer.status !== 200) throw new KeysUnknown(`HTTP ${answer.status}`);
  const { data } = documentSchema.safeParse(jsonOf(answer));
  if (data?.issuer.replace(/\/$/, '') !== issuer)
    throw new KeysUnknown('not the discovery document of this issuer');
  const place = new URL(data.jwks_uri);
  // Keys must come over https.
  if (issuer.startsWith('https:') && place.protocol !== 'https:')
    throw new KeysUnknown('the keys are not behind https');
  return createRemoteJWKSet(place, { timeoutDuration: timeoutMs, cooldownDuration: cooldownMs });
}

/**
 * Answers the issuer's keys. Those who ask while the document is on its way share it; a failure is not
 * remembered.
 */
export function makeKeys(options: KeyOptions): () => Promise<JWTVerifyGetKey> {
  let finding: Promise<JWTVerifyGetKey> | undefined;
  return () => {
    if (finding) return finding;
    const begun = findKeys(options);
    finding = begun;
    begun.catch(() => {
      if (finding === begun) finding = undefined;
    });
    return begun;
  };
}
