/** What a visitor was about to do, kept until they have signed in (OPEN-02 and OPEN-09). */
import { isCount, isNumber, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { session, sessionKeys } from './storage.ts';

/** The stored text as a path of this shop; null for anything that would lead elsewhere. */
export function ownPath(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//')) return null;
  // Browsers read a backslash as a slash and drop control characters: neither belongs in a path.
  for (const letter of text) if (letter === '\\' || letter < ' ') return null;
  return text.startsWith('/auth') ? null : text;
}

interface WayBack {
  path: string;
  /** When they were asked to sign in. */
  at: number;
}

const wayBack = shaped(
  session,
  sessionKeys.path,
  objectOf<WayBack>({ path: isText, at: isNumber }),
);

/** Whoever signs in later than this has something else in mind. */
const holdsForMs = 30 * 60_000;

/** Where a visitor wanted to go. */
export function readPath(): string | null {
  const kept = wayBack.read();
  return kept && Date.now() - kept.at <= holdsForMs ? ownPath(kept.path) : null;
}
export const rememberPath = (path: string): void => wayBack.write({ path, at: Date.now() });
export const forgetPath = wayBack.forget;

/** Pages that one may come by on the way into the shop: of signing in, of mails, and what one agrees to. */
const wayIn = /^\/(?:auth|mail|reset-password|google|link|tnc|privacy-policy)(?:\/|$)/;

/** Whoever goes elsewhere instead of signing in does not want to be led back any more. */
export function noteWay(pathname: string): void {
  if (!wayIn.test(pathname)) forgetPath();
}

/** The card a visitor wanted in the cart (CARD-13). */
export interface PendingItem {
  id: string;
  quantity: number;
}

const isPendingItem = objectOf<PendingItem>({
  id: (value): value is string => isText(value) && value !== '',
  quantity: (value): value is number => isCount(value) && value >= 1,
});

const pendingItem = shaped(session, sessionKeys.pendingItem, isPendingItem);

/** The card a visitor wanted in the cart. */
export const readPendingItem = pendingItem.read;
export const rememberPendingItem = pendingItem.write;
export const forgetPendingItem = pendingItem.forget;

/** A link that verified an address while nobody was signed in here. */
export const rememberOpenedLink = (token: string): void =>
  session.write(sessionKeys.openedLink, token);

/** Such a link, once. */
export function takeOpenedLink(): string | null {
  const token = session.read(sessionKeys.openedLink);
  session.remove(sessionKeys.openedLink);
  return token;
}

/** Where a member goes after signing in (OPEN-02). */
export function landingAfterLogin(path: string | null, item: PendingItem | null): string {
  return path ?? (item ? '/gift-cards' : '/');
}
