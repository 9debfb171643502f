/** The code of a friend's link, kept for thirty days or until its new member is linked to the friend. */
import { isNumber, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { local, localKeys } from './storage.ts';

interface Referral {
  code: string;
  at: number;
}

const isCode = (value: unknown): value is string => isText(value) && /^[a-z0-9]{16}$/.test(value);

export const isReferral = objectOf<Referral>({ code: isCode, at: isNumber });

const store = shaped(local, localKeys.friend, isReferral);
const keptMs = 30 * 24 * 60 * 60_000;

/** The code in a query string; null without a valid one. */
export function codeIn(search: string): string | null {
  const code = new URLSearchParams(search).get('friend');
  return isCode(code) ? code : null;
}

/** True for a referral of the last thirty days. */
export const isFresh = ({ at }: Referral, now: number): boolean => at <= now && now - at <= keptMs;

/** Stores the code of the address and removes it there. */
export function noteFriend(): void {
  const code = codeIn(location.search);
  if (!code) return;
  store.write({ code, at: Date.now() });
  const address = new URL(location.href);
  address.searchParams.delete('friend');
  history.replaceState(history.state, '', address);
}

/** The stored code, unless it is too old. */
export function friendCode(): string | null {
  const referral = store.read();
  return referral && isFresh(referral, Date.now()) ? referral.code : null;
}

/** Removes the code, used or not. */
export const forgetFriend = store.forget;
