/**
 * Everything the shop keeps in the browser (decision 10). Local storage holds what outlives the tab,
 * session storage what belongs to one visit. A closed or full storage reads as empty: nothing here is
 * worth an error to the person in front of the screen.
 */

/** Keys of local storage. `giftlane.theme` is also read by `public/theme.js`. */
export const localKeys = {
  /** The opaque session token (SESS-07). */
  token: 'giftlane.token',
  /** Written for a moment by a tab in which somebody signs out, so that the others know that it was meant. */
  leaving: 'giftlane.leaving',
  /** The chosen currency (SESS-08). */
  currency: 'giftlane.currency',
  theme: 'giftlane.theme',
  cookiesAccepted: 'giftlane.cookies',
  /** When a member last touched the shop in any tab (SESS-09). */
  touchedAt: 'giftlane.touchedAt',
  /** What can be read without a network; nothing secret. */
  kept: 'giftlane.kept',
  /** The brands last looked at: their ids alone, the newest first. */
  viewed: 'giftlane.viewed',
} as const;

/** Keys of session storage. */
export const sessionKeys = {
  /** Where a visitor wanted to go before signing in (ROUTE-41). */
  path: 'giftlane.path',
  /** The card a visitor wanted in the cart (CARD-13). */
  pendingItem: 'giftlane.pendingItem',
  /** The order being paid, so that reload and Back are safe. */
  checkout: 'giftlane.checkout',
  /** What was typed for the verification of identity. */
  kyc: 'giftlane.kyc',
  /** What was changed of the profile and not saved. */
  profile: 'giftlane.profile',
  /** What was entered of a sale. */
  sale: 'giftlane.sale',
  /** Who a visitor is at Google, on the way to an account (AUTH-21). */
  google: 'giftlane.google',
  /** The link of a mail that was opened before signing in. */
  openedLink: 'giftlane.openedLink',
  /** How far lists were unrolled, for the way back to them. */
  places: 'giftlane.places',
  /** A notice to show after a reload. */
  notice: 'giftlane.notice',
  /** When the page last reloaded itself for a new release. */
  renewedAt: 'giftlane.renewedAt',
} as const;

type Key =
  | (typeof localKeys)[keyof typeof localKeys]
  | (typeof sessionKeys)[keyof typeof sessionKeys];

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function open(kind: 'localStorage' | 'sessionStorage'): Store | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined; // The browser forbids it.
  }
}

function keeper(kind: 'localStorage' | 'sessionStorage') {
  return {
    read: (key: Key): string | null => open(kind)?.getItem(key) ?? null,
    write: (key: Key, value: string): void => {
      try {
        open(kind)?.setItem(key, value);
      } catch {
        // Full: the value lives on in memory only.
        return;
      }
    },
    remove: (key: Key): void => open(kind)?.removeItem(key),
  };
}

export const local = keeper('localStorage');
export const session = keeper('sessionStorage');

/** Reads JSON that `isShape` recognises; anything else, also a damaged text, is null. */
export function parseStored<T>(
  text: string | null,
  isShape: (value: unknown) => value is T,
): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isShape(value) ? value : null;
  } catch {
    return null; // Written by something else.
  }
}
