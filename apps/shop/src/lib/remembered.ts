/** What a visitor was about to do, kept until they have signed in (decisions 02 and 09). */
import { parseStored, session, sessionKeys } from './storage.ts';

/** The card a visitor wanted in the cart (CARD-13). */
export interface PendingItem {
  id: string;
  quantity: number;
}

const isPendingItem = (value: unknown): value is PendingItem =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  'quantity' in value &&
  Number.isInteger(value.quantity) &&
  Number(value.quantity) >= 1;

/** The stored text as a path of this shop; null for anything that would lead elsewhere. */
export function ownPath(text: string | null): string | null {
  if (text === null || !text.startsWith('/') || text.startsWith('//')) return null;
  // Browsers read a backslash as a slash and drop control characters: neither belongs in a path.
  for (const letter of text) if (letter === '\\' || letter < ' ') return null;
  return text.startsWith('/auth') ? null : text;
}

/** Where a visitor wanted to go. */
export const readPath = (): string | null => ownPath(session.read(sessionKeys.path));
export const rememberPath = (path: string): void => session.write(sessionKeys.path, path);
export const forgetPath = (): void => session.remove(sessionKeys.path);

/** Reads a stored pending item; null when it is damaged. */
export const pendingItemOf = (text: string | null): PendingItem | null =>
  parseStored(text, isPendingItem);

/** The card a visitor wanted in the cart. */
export const readPendingItem = (): PendingItem | null =>
  pendingItemOf(session.read(sessionKeys.pendingItem));
export const rememberPendingItem = (item: PendingItem): void =>
  session.write(sessionKeys.pendingItem, JSON.stringify(item));
export const forgetPendingItem = (): void => session.remove(sessionKeys.pendingItem);

/** A link that verified an address while nobody was signed in here. */
export const rememberOpenedLink = (token: string): void =>
  session.write(sessionKeys.openedLink, token);

/** Such a link, once. */
export function takeOpenedLink(): string | null {
  const token = session.read(sessionKeys.openedLink);
  session.remove(sessionKeys.openedLink);
  return token;
}

/** Where a member goes after signing in (decision 02). */
export function landingAfterLogin(path: string | null, item: PendingItem | null): string {
  return path ?? (item ? '/gift-cards' : '/');
}
