/** Passkeys in the browser. The library is loaded when one is made or used. */
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

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Whether somebody gave up, or the browser did for them: nothing went wrong. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Has a passkey sign; only what the shop asks for is answered. */
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

/** Has a passkey made. */
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
