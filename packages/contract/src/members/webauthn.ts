/** Passkeys as browsers send and take them (WebAuthn). */

import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { textSchema } from '../shapes.ts';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, text('error.wrongForm'));

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
};

/** What a browser answers when a passkey signed (WebAuthn, AuthenticationResponseJSON). */
export const signedSchema = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});

/** What a browser answers when a passkey was made (WebAuthn, RegistrationResponseJSON). */
export const madeSchema = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(16_000),
    transports: z.array(textSchema(20)).max(10).optional(),
  }),
});

const descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What a browser is asked to sign with (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const signOptionsSchema = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Absent: whichever passkey the person chooses. */
  allowCredentials: z.array(descriptor).optional(),
});

/** What a browser is asked to make (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const makeOptionsSchema = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ name: z.string(), id: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
