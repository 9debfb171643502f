import type { KeyRing } from '../../platform/secrets/secrets.ts';

/**
 * The token that ends a subscription. Made from its id with the shop's keys, so that every mail can carry
 * it although only its hash is stored.
 */
export function leaveToken(keys: KeyRing, subscriberId: string): string {
  return keys.fingerprint(`newsletter leave ${subscriberId}`).toString('base64url');
}

/** Where a reader ends the subscription: a page when it is opened, done at once when it is posted to. */
export function leaveUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/unsubscribe/${token}`;
}
