/** The friend's link a browser came over, kept until a new member is tied to its owner, or for thirty days. */
import { isNumber, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { local, localKeys } from './storage.ts';

interface Came {
  code: string;
  at: number;
}

const isCode = (value: unknown): value is string => isText(value) && /^[a-z0-9]{16}$/.test(value);

export const isCame = objectOf<Came>({ code: isCode, at: isNumber });

const store = shaped(local, localKeys.friend, isCame);
const keptMs = 30 * 24 * 60 * 60_000;

/** The code in the query of an address; null where there is none that could be one. */
export function codeIn(search: string): string | null {
  const code = new URLSearchParams(search).get('friend');
  return isCode(code) ? code : null;
}

/** Whether what was kept still counts. */
export const isFresh = ({ at }: Came, now: number): boolean => at <= now && now - at <= keptMs;

/** Notes over whose link the browser came, and takes the code out of the address. */
export function noteFriend(): void {
  const code = codeIn(location.search);
  if (!code) return;
  store.write({ code, at: Date.now() });
  const address = new URL(location.href);
  address.searchParams.delete('friend');
  history.replaceState(history.state, '', address);
}

/** The code that is kept, if it still counts. */
export function friendCode(): string | null {
  const came = store.read();
  return came && isFresh(came, Date.now()) ? came.code : null;
}

/** Forgets it: somebody is tied, or never will be. */
export const forgetFriend = store.forget;
