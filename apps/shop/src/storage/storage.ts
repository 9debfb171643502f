/**
 * Everything the shop keeps in the browser (OPEN-10), and the only door to it. Local storage holds what
 * outlives the tab, session storage what belongs to one visit. Single words are read and written as they are;
 * whatever has a shape goes through `shaped`, by a claim about that shape. A shape that comes to mean something
 * else takes another key, such as `giftlane.kept.2`: what older releases left is swept away when the shop starts.
 * Where storage is closed or full a value lives as long as the page: nothing here is worth an error to the
 * person in front of the screen.
 */
import type { Claim } from './shapes.ts';

/** Keys of local storage. `giftlane.theme`, `giftlane.cookies` and `giftlane.currency` are also read by `public/theme.js`. */
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
  /** What can be read without a network; nothing secret. Of a shape. */
  kept: 'giftlane.kept',
  /** The brands last looked at: their ids alone, the newest first. Of a shape. */
  viewed: 'giftlane.viewed',
  /** The last head of the sealed book that this device saw. Of a shape. */
  book: 'giftlane.book',
  /** The friend's link this browser came over. Of a shape. */
  friend: 'giftlane.friend',
} as const;

/** Keys of session storage. */
export const sessionKeys = {
  /** Where a visitor wanted to go before signing in (ROUTE-41). Of a shape. */
  path: 'giftlane.path',
  /** The card a visitor wanted in the cart (CARD-13). Of a shape. */
  pendingItem: 'giftlane.pendingItem',
  /** The order being paid, so that reload and Back are safe. Of a shape. */
  checkout: 'giftlane.checkout',
  /** What was typed for the verification of identity. Of a shape. */
  kyc: 'giftlane.kyc',
  /** What was changed of the profile and not saved; of a visitor, what was typed to sign up. Of a shape. */
  profile: 'giftlane.profile',
  /** What was entered of a sale. Of a shape. */
  sale: 'giftlane.sale',
  /** Coins about to be sent. Of a shape. */
  coinSend: 'giftlane.coinSend',
  /** Money that was sent and of which nobody knows whether it went out. Of a shape. */
  moneySend: 'giftlane.send',
  /** A message to support that is not sent yet. Of a shape. */
  contact: 'giftlane.contact',
  /** Who a visitor is at Google, on the way to an account (AUTH-21). Of a shape. */
  google: 'giftlane.google',
  /** The link of a mail that was opened before signing in. */
  openedLink: 'giftlane.openedLink',
  /** How far lists were unrolled, for the way back to them. Of a shape. */
  places: 'giftlane.places',
  /** A notice to show after a reload. */
  notice: 'giftlane.notice',
  /** When the page last reloaded itself for a new release. */
  renewedAt: 'giftlane.renewedAt',
} as const;

type Key =
  | (typeof localKeys)[keyof typeof localKeys]
  | (typeof sessionKeys)[keyof typeof sessionKeys];

interface Keeper {
  read(key: Key): string | null;
  write(key: Key, value: string): void;
  remove(key: Key): void;
  /** Removes what other releases left. */
  sweep(): void;
}

function keeper(
  kind: 'localStorage' | 'sessionStorage',
  keys: Readonly<Record<string, Key>>,
): Keeper {
  /** What the browser would not take. */
  const memory = new Map<Key, string>();
  /** Its storage may be closed altogether, damaged or full. */
  const tryTo = <T>(deed: (store: Storage) => T): T | undefined => {
    try {
      return deed(globalThis[kind]);
    } catch {
      return undefined;
    }
  };
  const remove = (key: Key) => {
    memory.delete(key);
    tryTo((store) => store.removeItem(key));
  };
  return {
    read: (key) => memory.get(key) ?? tryTo((store) => store.getItem(key)) ?? null,
    write: (key, value) => {
      memory.delete(key);
      if (tryTo((store) => store.setItem(key, value) ?? true)) return;
      // The older value has no claim any more, and its room may be needed.
      remove(key);
      memory.set(key, value);
    },
    remove,
    sweep: () =>
      tryTo((store) => {
        const known = new Set<string>(Object.values(keys));
        const left = Object.keys(store).filter(
          (key) => key.startsWith('giftlane.') && !known.has(key),
        );
        for (const key of left) store.removeItem(key);
      }),
  };
}

export const local = keeper('localStorage', localKeys);
export const session = keeper('sessionStorage', sessionKeys);

/** The place of one value that has a shape. */
export interface Shaped<T> {
  /** What is there; null for what does not fit, which is forgotten. */
  read(): T | null;
  write(value: T): void;
  forget(): void;
}

/** Reads JSON of which `isShape` holds; anything else, also a damaged text, is null. */
export function parseStored<T>(text: string | null, isShape: Claim<T>): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isShape(value) ? value : null;
  } catch {
    return null; // Written by something else.
  }
}

/** Opens the place of a value, as JSON under its key. */
export function shaped<T>(where: Keeper, key: Key, isShape: Claim<T>): Shaped<T> {
  const forget = () => where.remove(key);
  return {
    read: () => {
      const text = where.read(key);
      const value = parseStored(text, isShape);
      if (value === null && text !== null) forget();
      return value;
    },
    write: (value) => where.write(key, JSON.stringify(value)),
    forget,
  };
}
