import type { KeyRing } from '../../platform/secrets/secrets.ts';

/**
 * The unsubscribe token, derived from the subscriber's id with the shop's keys, so that every mail can carry it
 * although only its hash is stored.
 */
export function leaveToken(keys: KeyRing, subscriberId: string): string {
  return keys.fingerprint(`newsletter leave ${subscriberId}`).toString('base64url');
}

/** The unsubscribe address: a GET shows a page, a POST unsubscribes at once. */
export function leaveUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/unsubscribe/${token}`;
}
