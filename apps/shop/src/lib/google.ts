/**
 * Who somebody is at Google, on the way to an account here. Kept for this visit alone, and never in the
 * address: the token opens what it is linked to.
 */
import { externalStore } from './external-store.ts';
import { parseStored, session, sessionKeys } from './storage.ts';

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

const isPerson = (value: unknown): value is GooglePerson =>
  typeof value === 'object' &&
  value !== null &&
  ['sFirstName', 'sLastName', 'sEmail', 'sGoogleId', 'sGoogleToken'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  );

/** A token that is too old links nothing any more; what it said is still known. */
function fresh(person: GooglePerson | null): GooglePerson | null {
  if (!person?.sGoogleToken) return person;
  const { exp } = claimsOf(person.sGoogleToken);
  return typeof exp === 'number' && exp * 1000 > Date.now()
    ? person
    : { ...person, sGoogleToken: '' };
}

/** Reads a stored person; null when it is damaged. */
export const storedPerson = (text: string | null): GooglePerson | null =>
  fresh(parseStored(text, isPerson));

const store = externalStore<GooglePerson | null>(storedPerson(session.read(sessionKeys.google)));

export const googlePerson = { subscribe: store.subscribe, read: store.read };

/** Keeps who somebody is at Google, for this visit. */
export function keepGooglePerson(person: GooglePerson): void {
  session.write(sessionKeys.google, JSON.stringify(person));
  store.write(person);
}

/** Forgets it, once they are in. */
export function forgetGooglePerson(): void {
  session.remove(sessionKeys.google);
  store.write(null);
}
