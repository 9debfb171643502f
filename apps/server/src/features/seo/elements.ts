/** Elements of a page's head, with escaped texts and attributes. */

import { escapeHtml } from '../../platform/render/html.ts';

/** A void element. */
export function element(name: 'meta' | 'link', attributes: Readonly<Record<string, string>>) {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${pairs.join(' ')}>`;
}

export const titleElement = (title: string): string => `<title>${escapeHtml(title)}</title>`;

/** JSON for a script element: escaped so that it can neither close the element nor open a comment. */
const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A JSON-LD block. Browsers do not execute it, so the CSP's script rules do not apply to it. */
export const linkedData = (value: object): string =>
  `<script type="application/ld+json">${jsonInHtml(value)}</script>`;
