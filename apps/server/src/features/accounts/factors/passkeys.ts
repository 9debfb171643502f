/**
 * Passkeys (WebAuthn), always with user verification, so that one passkey is both factors. Challenges are the
 * sealed nonces of `sealed.ts`, spent with the signature.
 */

import type {
  madeSchema,
  makeOptionsSchema,
  signedSchema,
} from '@giftlane/contract/members/webauthn.ts';
import { text } from '@giftlane/texts/text.ts';
import type * as z from 'zod';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { minutes } from '../../../platform/process/durations.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { type KeyRing, sha256 } from '../../../platform/secrets/secrets.ts';
import { isSealed, newSealed } from '../sealed.ts';
import {
  findPasskey,
  insertPasskey,
  passkeysOf,
  type StoredPasskey,
  spendChallenge,
  usePasskey,
} from './factor-queries.ts';

/** Loaded on first use: it would take a fifth of the command line's run time. */
const webauthn = () => import('@simplewebauthn/server');

export type PasskeyAssertion = z.output<typeof signedSchema>;
export type Made = z.output<typeof madeSchema>;

export interface PasskeyParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly config: { readonly publicUrl: string };
}

/** The purpose of a challenge: signing in, or an action in one session. */
type About = 'sign in' | `prove ${string}` | `add ${string}`;

/** Ed25519, ES256, RS256 (RFC 9053); every device supports one of them. */
const algorithms = [-8, -7, -257];
const lifeMs = minutes(5);

const siteOf = ({ config }: PasskeyParts) => {
  const { origin, hostname } = new URL(config.publicUrl);
  return { origin, hostname };
};

const newChallenge = (keys: KeyRing, about: About) =>
  Uint8Array.from(newSealed(keys, `passkey challenge ${about}`));

const isOurs = (keys: KeyRing, about: About, challenge: string): boolean =>
  isSealed(keys, { about: `passkey challenge ${about}`, lifeMs }, challenge);

/** The WebAuthn options to sign a challenge, with any passkey or with one of these. */
export async function signOptions(
  parts: PasskeyParts,
  about: About,
  passkeys?: readonly StoredPasskey[],
) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(parts).hostname,
    challenge: newChallenge(parts.keys, about),
    timeout: lifeMs,
    userVerification: 'required',
    ...(passkeys && {
      allowCredentials: passkeys.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports,
      })),
    }),
  });
  const { challenge, allowCredentials } = options;
  return {
    challenge,
    rpId: siteOf(parts).hostname,
    timeout: lifeMs,
    userVerification: 'required' as const,
    ...(allowCredentials && {
      allowCredentials: allowCredentials.map(({ id, transports = [] }) => ({
        id,
        type: 'public-key' as const,
        transports: [...transports],
      })),
    }),
  };
}

/** A verified assertion: its member, and how to spend it in a transaction. */
export interface Checked {
  readonly memberId: string;
  /** Counts the use and spends the challenge; false when the counter is not newer or the challenge was spent. */
  spend(tx: Tx): Promise<boolean>;
}

/** Verifies an assertion. Refuses `factor.wrong_passkey`. */
export async function checkSigned(
  parts: PasskeyParts,
  about: About,
  signed: PasskeyAssertion,
): Promise<Checked> {
  const passkey = await findPasskey(parts.db, Buffer.from(signed.id, 'base64url'));
  if (!passkey) throw new Refusal('factor.wrong_passkey');
  const { userHandle, ...answer } = signed.response;
  if (userHandle !== undefined && userHandle !== handleOf(passkey.memberId).toString('base64url'))
    throw new Refusal('factor.wrong_passkey');
  const { origin, hostname } = siteOf(parts);
  const { verifyAuthenticationResponse } = await webauthn();
  let challenge = '';
  const { verified, authenticationInfo } = await orWrong(() =>
    verifyAuthenticationResponse({
      response: {
        ...signed,
        response: { ...answer, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) => {
        challenge = given;
        return isOurs(parts.keys, about, given);
      },
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      // The signature counter is compared in the transaction instead.
      credential: {
        id: signed.id,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: 0,
      },
    }),
  );
  if (!verified) throw new Refusal('factor.wrong_passkey');
  const { credentialId, memberId } = passkey;
  return {
    memberId,
    spend: async (tx) =>
      (await usePasskey(tx, credentialId, BigInt(authenticationInfo.newCounter))) &&
      (await spendChallenge(tx, sha256(challenge))),
  };
}

/** Turns whatever the library throws into one refusal. */
async function orWrong<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw new Refusal('factor.wrong_passkey');
  }
}

/** The WebAuthn user handle: a hash that does not identify the member elsewhere. */
const handleOf = (memberId: string) => sha256(`passkey of ${memberId}`);

/** The WebAuthn options to create a passkey for a member in a session. */
export async function makePasskeyOptions(
  parts: PasskeyParts,
  { memberId, sessionId, email, name }: Record<'memberId' | 'sessionId' | 'email' | 'name', string>,
): Promise<z.output<typeof makeOptionsSchema>> {
  const { hostname } = siteOf(parts);
  const { generateRegistrationOptions } = await webauthn();
  const { challenge, pubKeyCredParams, excludeCredentials, user } =
    await generateRegistrationOptions({
      rpName: text('shop.name'),
      rpID: hostname,
      userName: email,
      userDisplayName: name,
      userID: Uint8Array.from(handleOf(memberId)),
      challenge: newChallenge(parts.keys, `add ${sessionId}`),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: (await passkeysOf(parts.db, memberId)).map((passkey) => ({
        id: passkey.credentialId.toString('base64url'),
        transports: passkey.transports,
      })),
    });
  return {
    challenge,
    rp: { name: text('shop.name'), id: hostname },
    user: { id: user.id, name: user.name, displayName: user.displayName },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout: lifeMs,
    attestation: 'none',
    excludeCredentials: (excludeCredentials ?? []).map(({ id, transports = [] }) => ({
      id,
      type: 'public-key' as const,
      transports: [...transports],
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * Verifies a new passkey made in a session; returns the function that stores it. Refuses
 * `factor.wrong_passkey`.
 */
export async function checkMade(
  parts: PasskeyParts,
  { memberId, sessionId, name }: Record<'memberId' | 'sessionId' | 'name', string>,
  made: Made,
): Promise<(tx: Tx) => Promise<boolean>> {
  const { origin, hostname } = siteOf(parts);
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const attested = { clientDataJSON, attestationObject, transports };
  const { verifyRegistrationResponse } = await webauthn();
  let challenge = '';
  const { verified, registrationInfo } = await orWrong(() =>
    verifyRegistrationResponse({
      response: { ...made, response: attested, clientExtensionResults: {} },
      expectedChallenge: (given) => {
        challenge = given;
        return isOurs(parts.keys, `add ${sessionId}`, given);
      },
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified) throw new Refusal('factor.wrong_passkey');
  const { credential } = registrationInfo;
  const passkey = {
    credentialId: Buffer.from(credential.id, 'base64url'),
    id: newId('pky'),
    memberId,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports,
    name,
  };
  return async (tx) =>
    (await spendChallenge(tx, sha256(challenge))) && (await insertPasskey(tx, passkey));
}
