/** Elements of a page's head. Whatever a brand is called, it stays what it is: text in a place for text. */

import { escapeHtml } from '../../platform/render/html.ts';

/** An element without content. */
export function element(name: 'meta' | 'link', attributes: Readonly<Record<string, string>>) {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${pairs.join(' ')}>`;
}

/** The title of a page. */
export const titleElement = (title: string): string => `<title>${escapeHtml(title)}</title>`;

/** JSON that can stand between script tags: nothing in it ends the script or begins a comment. */
const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A block of linked data. It is no script: browsers do not run it, so the content policy lets it be. */
export const linkedData = (value: object): string =>
  `<script type="application/ld+json">${jsonInHtml(value)}</script>`;
