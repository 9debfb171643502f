/**
 * Who somebody is at Google, on the way to an account here. Kept for this visit alone, and never in the
 * address: the token opens what it is linked to.
 */

import { serverNow } from '@giftlane/client/server-clock.ts';
import { memberStore } from '@giftlane/client/storage/external-store.ts';
import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { session, sessionKeys } from './storage.ts';

export interface GooglePerson {
  sFirstName: string;
  sLastName: string;
  sEmail: string;
  sGoogleId: string;
  /** Empty when it was refused: then it is only known who they are. */
  sGoogleToken: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** What an ID token says. The server alone knows whether it is true. */
export function claimsOf(idToken: string): Claims {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {}; // Not a token.
  }
}

const wordOf = (claims: Claims, name: string) => {
  const value = claims[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The person an ID token speaks of. */
export function personOf(idToken: string): GooglePerson {
  const claims = claimsOf(idToken);
  return {
    sFirstName: wordOf(claims, 'given_name') || wordOf(claims, 'name'),
    sLastName: wordOf(claims, 'family_name'),
    sEmail: wordOf(claims, 'email'),
    sGoogleId: wordOf(claims, 'sub'),
    sGoogleToken: idToken,
  };
}

export const isPerson = objectOf<GooglePerson>({
  sFirstName: isText,
  sLastName: isText,
  sEmail: isText,
  sGoogleId: isText,
  sGoogleToken: isText,
});

const place = shaped(session, sessionKeys.google, isPerson);

/** A token that is too old links nothing any more; what it said is still known. */
export function fresh(person: GooglePerson | null): GooglePerson | null {
  if (!person?.sGoogleToken) return person;
  const { exp } = claimsOf(person.sGoogleToken);
  return typeof exp === 'number' && exp * 1000 > serverNow()
    ? person
    : { ...person, sGoogleToken: '' };
}

const store = memberStore<GooglePerson | null>(() => null);
store.write(fresh(place.read()));

export const googlePerson = { subscribe: store.subscribe, read: store.read };

/** Keeps who somebody is at Google, for this visit. */
export function keepGooglePerson(person: GooglePerson): void {
  place.write(person);
  store.write(person);
}

/** Forgets it, once they are in. */
export function forgetGooglePerson(): void {
  place.forget();
  store.write(null);
}
