/** Titles of pages and whether search engines list them, for the server's HTML head and the browser. */
import { text } from '@giftlane/texts/text.ts';

/** The browser's title of a page. */
export const titleOf = (title: string): string => `${title} · ${text('shop.name')}`;

/** Pages that no search engine lists: personal ones, and results of a deed. */
const unlisted =
  /^\/(?:(?:account|auth|google|mail|newsletter|reset-password|link|error|404)(?:\/|$)|sell-cards\/)/;

/** A path without slashes at its end. Counted: a pattern would look at each of many slashes anew. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The one path a listed page goes by; undefined for a page that is not to be listed. */
export function canonicalPath(path: string): string | undefined {
  const plain = withoutLastSlashes(path);
  if (unlisted.test(plain)) return undefined;
  return plain === '/home' ? '/' : plain;
}

/** Name of the meta element with the shop's origin (`PUBLIC_URL`). */
export const homeMeta = 'shop-origin';
