/** The keys of what the shop stores in the browser (OPEN-10), and both storages. */
import { openStorage } from '@giftlane/client/storage/storage.ts';

/** Keys of local storage. `giftlane.theme`, `giftlane.cookies` and `giftlane.currency` are also read by `public/theme.js`. */
export const localKeys = {
  /** The opaque session token (SESS-07). */
  token: 'giftlane.token',
  /** Written and removed around a deliberate sign-out, for the other tabs. */
  leaving: 'giftlane.leaving',
  /** The chosen currency (SESS-08). */
  currency: 'giftlane.currency',
  theme: 'giftlane.theme',
  cookiesAccepted: 'giftlane.cookies',
  /** The member's last activity in any tab (SESS-09). */
  touchedAt: 'giftlane.touchedAt',
  /** Answers for reading offline; nothing secret. JSON. */
  kept: 'giftlane.kept',
  /** Ids of the brands last viewed, the newest first. JSON. */
  viewed: 'giftlane.viewed',
  /** The last seen head of the sealed book. JSON. */
  book: 'giftlane.book',
  /** The code of a friend's link. JSON. */
  friend: 'giftlane.friend',
} as const;

/** Keys of session storage. */
export const sessionKeys = {
  /** The path a visitor wanted before signing in (ROUTE-41). JSON. */
  path: 'giftlane.path',
  /** The card a visitor wanted in the cart (CARD-13). JSON. */
  pendingItem: 'giftlane.pendingItem',
  /** The order being paid, for reload and Back. JSON. */
  checkout: 'giftlane.checkout',
  /** Draft of the identity verification. JSON. */
  kyc: 'giftlane.kyc',
  /** Draft of the profile; of a visitor, of the sign-up. JSON. */
  profile: 'giftlane.profile',
  /** Draft of a sale. JSON. */
  sale: 'giftlane.sale',
  /** Draft of a coin send. JSON. */
  coinSend: 'giftlane.coinSend',
  /** Money sends without a known outcome. JSON. */
  moneySend: 'giftlane.send',
  /** Draft of a message to support. JSON. */
  contact: 'giftlane.contact',
  /** A visitor's Google identity during sign-up (AUTH-21). JSON. */
  google: 'giftlane.google',
  /** The token of a verification link that was opened before signing in. */
  openedLink: 'giftlane.openedLink',
  /** Positions in long lists, per history entry. JSON. */
  places: 'giftlane.places',
  /** A notice to show after a reload. */
  notice: 'giftlane.notice',
  /** When the page last reloaded itself for a new release. */
  renewedAt: 'giftlane.renewedAt',
} as const;

const prefix = 'giftlane.';
export const local = openStorage('localStorage', prefix, localKeys);
export const session = openStorage('sessionStorage', prefix, sessionKeys);
