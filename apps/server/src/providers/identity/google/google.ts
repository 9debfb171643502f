/**
 * The identity port on ID tokens of Google, or of any OpenID provider that signs like it (RS256). Tokens
 * are checked here, by the issuer's published keys; nobody is asked about a single person.
 */
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { done, refused, unknown } from '../../outcome.ts';
import type { Identity, IdentityProvider } from '../port.ts';
import { type KeyOptions, KeysUnknown, makeKeys } from './keys.ts';

export interface GoogleOptions extends Partial<KeyOptions> {
  /** Such as https://accounts.google.com. */
  readonly issuer: string;
  readonly clientId: string;
}

const googleIssuer = 'https://accounts.google.com';
const defaultTimeoutMs = 5_000;
const defaultCooldownMs = 30_000;
/** Clocks differ a little. */
const toleranceSeconds = 30;
/** Google's tokens live an hour; a longer life at other issuers would let a stolen token be replayed. */
const oldestToken = '1 hour';

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  nonce: z.string().max(255).optional(),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});
type Claims = z.output<typeof claimsSchema>;

const longestName = 80;

/** A name as a form takes it. */
const plain = (name = '') =>
  name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestName);

function identityOf(issuer: string, claims: Claims): Identity {
  const email = claims.email?.trim() ?? '';
  return {
    issuer,
    subject: claims.sub,
    email,
    emailVerified: email !== '' && claims.email_verified === true,
    nonce: claims.nonce ?? '',
    firstName: plain(claims.given_name ?? claims.name),
    lastName: plain(claims.family_name),
  };
}

/** What is wrong with the token itself; every other failure is the issuer's or the network's. */
const tokenFaults = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];

const spoilsToken = (error: unknown) => tokenFaults.some((fault) => error instanceof fault);

const said = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Makes the port from plain options. */
export function makeGoogle(options: GoogleOptions): IdentityProvider {
  const { issuer, clientId } = options;
  const { timeoutMs = defaultTimeoutMs, cooldownMs = defaultCooldownMs } = options;
  const keys = makeKeys({ issuer, timeoutMs, cooldownMs });
  // Google writes its own name in two ways; others may end theirs with a slash.
  const names = [issuer, issuer === googleIssuer ? 'accounts.google.com' : `${issuer}/`];

  /** Whether the token's audience is this shop, before keys are fetched. */
  const seemsOurs = (idToken: string) => {
    try {
      const { iss, aud } = decodeJwt(idToken);
      const ours = names.includes(iss ?? '') && [aud].flat().includes(clientId);
      return ours && decodeProtectedHeader(idToken).alg === 'RS256';
    } catch {
      return false; // Not a token.
    }
  };

  const read = async (idToken: string) => {
    if (!seemsOurs(idToken)) return refused('invalid');
    const { payload } = await jwtVerify(idToken, await keys(), {
      issuer: names,
      audience: clientId,
      algorithms: ['RS256'],
      clockTolerance: toleranceSeconds,
      maxTokenAge: oldestToken,
      requiredClaims: ['iat', 'exp', 'sub'],
    });
    const { data: claims } = claimsSchema.safeParse(payload);
    if (!claims || (claims.azp !== undefined && claims.azp !== clientId)) return refused('invalid');
    return done(identityOf(issuer, claims));
  };

  return {
    issuer,
    clientId,
    async verify(idToken) {
      try {
        return await read(idToken);
      } catch (error) {
        if (spoilsToken(error)) return refused('invalid');
        const unasked = error instanceof KeysUnknown || error instanceof errors.JOSEError;
        // A TypeError is what `fetch` of the keys fails with.
        if (unasked || error instanceof TypeError) return unknown(said(error));
        throw error;
      }
    },
  };
}
