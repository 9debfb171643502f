/** A person's Google identity during sign-up, in session storage; never in the address, as its token is a credential. */
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
  /** The ID token; empty once it is expired or refused. */
  sGoogleToken: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** The claims of an ID token, not verified; empty for an invalid token. */
export function claimsOf(idToken: string): Claims {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

const wordOf = (claims: Claims, name: string) => {
  const value = claims[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The person of an ID token. */
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

const stored = shaped(session, sessionKeys.google, isPerson);

/** The person without an expired token. */
export function fresh(person: GooglePerson | null): GooglePerson | null {
  if (!person?.sGoogleToken) return person;
  const { exp } = claimsOf(person.sGoogleToken);
  return typeof exp === 'number' && exp * 1000 > serverNow()
    ? person
    : { ...person, sGoogleToken: '' };
}

const store = memberStore<GooglePerson | null>(() => null);
store.write(fresh(stored.read()));

export const googlePerson = { subscribe: store.subscribe, read: store.read };

/** Stores the identity for this visit. */
export function keepGooglePerson(person: GooglePerson): void {
  stored.write(person);
  store.write(person);
}

/** Removes the identity. */
export function forgetGooglePerson(): void {
  stored.forget();
  store.write(null);
}
