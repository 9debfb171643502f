/** What the shop keeps in the browser (OPEN-10): its keys, and the two storages under them. */
import { openStorage } from '@giftlane/client/storage/storage.ts';

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

const prefix = 'giftlane.';
export const local = openStorage('localStorage', prefix, localKeys);
export const session = openStorage('sessionStorage', prefix, sessionKeys);
