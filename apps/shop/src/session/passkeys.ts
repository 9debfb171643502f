/** Passkeys in the browser; their library is loaded on use. */
import type {
  madeSchema,
  makeOptionsSchema,
  signedSchema,
  signOptionsSchema,
} from '@giftlane/contract/members/webauthn.ts';
import type * as z from 'zod';

type Schemas = {
  sign: z.output<typeof signOptionsSchema>;
  make: z.output<typeof makeOptionsSchema>;
};

/** True when the browser supports passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** True when the person or the browser cancelled the passkey dialog. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Signs with a passkey; returns only what the call takes. */
export async function signWith(options: Schemas['sign']): Promise<z.input<typeof signedSchema>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { allowCredentials, ...rest } = options;
  const optionsJSON = { ...rest, ...(allowCredentials && { allowCredentials }) };
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle !== undefined && { userHandle }),
    },
  };
}

/** Creates a passkey; returns only what the call takes. */
export async function makeWith(options: Schemas['make']): Promise<z.input<typeof madeSchema>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, rawId, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}
