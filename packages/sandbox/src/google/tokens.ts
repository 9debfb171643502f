/** ID tokens signed by the issuer, valid and invalid ones. */
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import type { GoogleAccount } from './accounts.ts';
import { alg, makeKey, type SigningKey } from './keys.ts';

/** What can be wrong with an ID token. */
export const spoils = [
  'wrong_audience',
  'wrong_issuer',
  'expired',
  'too_old',
  'wrong_signature',
] as const;
export type Spoil = (typeof spoils)[number];

/** What an account's ID token says, beside who signed it for whom and when. */
export const claimsOf = ({ email, emailVerified, givenName, familyName }: GoogleAccount) => ({
  email,
  email_verified: emailVerified,
  name: `${givenName} ${familyName}`,
  given_name: givenName,
  family_name: familyName,
});

const lifeSeconds = 3_600;
const nowSeconds = () => Math.floor(Date.now() / 1000);

export interface TokenSigner {
  readonly issuer: string;
  readonly clientId: string;
  readonly key: SigningKey;
}

const longAgo = () => nowSeconds() - 2 * lifeSeconds;

const lies: Readonly<Record<Spoil, () => JWTPayload>> = {
  wrong_audience: () => ({ aud: 'another-shop', azp: 'another-shop' }),
  wrong_issuer: () => ({ iss: 'https://accounts.elsewhere.example' }),
  expired: () => ({ iat: longAgo(), exp: longAgo() + lifeSeconds }),
  too_old: () => ({ iat: longAgo() }),
  wrong_signature: () => ({}),
};

/** Signs claims, with what is to be wrong about them. */
async function sign(key: SigningKey, claims: JWTPayload, spoil?: Spoil): Promise<string> {
  const spoilt = spoil ? lies[spoil]() : {};
  const { privateKey } = spoil === 'wrong_signature' ? await makeKey() : key;
  return new SignJWT({ ...claims, ...spoilt })
    .setProtectedHeader({ alg, kid: key.kid, typ: 'JWT' })
    .sign(privateKey);
}

export interface TokenWish {
  readonly nonce?: string;
  readonly spoil?: Spoil;
}

/** An ID token for an account. */
export function idTokenFor(
  { issuer, clientId, key }: TokenSigner,
  account: GoogleAccount,
  { nonce, spoil }: TokenWish = {},
): Promise<string> {
  const claims = {
    iss: issuer,
    aud: clientId,
    azp: clientId,
    sub: account.sub,
    ...claimsOf(account),
    ...(nonce !== undefined && { nonce }),
    iat: nowSeconds(),
    exp: nowSeconds() + lifeSeconds,
  };
  return sign(key, claims, spoil);
}

/** The same token with something wrong about it. */
export const spoilToken = (key: SigningKey, idToken: string, spoil: Spoil): Promise<string> =>
  sign(key, decodeJwt(idToken), spoil);
