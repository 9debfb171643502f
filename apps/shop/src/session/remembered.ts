/** The path and the card a visitor wanted before signing in, in session storage (OPEN-02, OPEN-09). */
import { isCount, isNumber, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { session, sessionKeys } from './storage.ts';

/** A stored path, if it is of this shop and not a sign-in page; else null. */
export function ownPath(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//')) return null;
  // Browsers read a backslash as a slash and drop control characters.
  for (const letter of text) if (letter === '\\' || letter < ' ') return null;
  return text.startsWith('/auth') ? null : text;
}

interface ReturnPath {
  path: string;
  /** When it was stored. */
  at: number;
}

const returnPath = shaped(
  session,
  sessionKeys.path,
  objectOf<ReturnPath>({ path: isText, at: isNumber }),
);

/** How long a stored path is valid. */
const validMs = 30 * 60_000;

/** The path a visitor wanted to open. */
export function readPath(): string | null {
  const kept = returnPath.read();
  return kept && Date.now() - kept.at <= validMs ? ownPath(kept.path) : null;
}
export const rememberPath = (path: string): void => returnPath.write({ path, at: Date.now() });
export const forgetPath = returnPath.forget;

/** Pages of signing in, mailed links and terms: opening them does not forget the path. */
const signInPages = /^\/(?:auth|mail|reset-password|google|link|tnc|privacy-policy)(?:\/|$)/;

/** Forgets the path when the visitor opens any page but those of signing in. */
export function noteWay(pathname: string): void {
  if (!signInPages.test(pathname)) forgetPath();
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

/** Stores a link that verified an address before signing in. */
export const rememberOpenedLink = (token: string): void =>
  session.write(sessionKeys.openedLink, token);

/** Reads and removes that link. */
export function takeOpenedLink(): string | null {
  const token = session.read(sessionKeys.openedLink);
  session.remove(sessionKeys.openedLink);
  return token;
}

/** Where a member goes after signing in (OPEN-02). */
export function landingAfterLogin(path: string | null, item: PendingItem | null): string {
  return path ?? (item ? '/gift-cards' : '/');
}
