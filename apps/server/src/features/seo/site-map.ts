/** The site map: every public page, with its last change. */

import { escapeHtml } from '../../platform/render/html.ts';

/** Limit of the protocol for one file. */
export const mostAddresses = 50_000;

export interface SiteMapEntry {
  readonly path: string;
  readonly changedAt?: number | undefined;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const entry = (name: 'url' | 'sitemap', address: string, changedAt: number | undefined): string => {
  const changed = changedAt === undefined ? '' : new Date(changedAt).toISOString();
  const when = changed && `<lastmod>${changed}</lastmod>`;
  return `<${name}><loc>${escapeHtml(address)}</loc>${when}</${name}>`;
};

/** A file of addresses (`urlset`). */
export function placesFile(publicUrl: string, places: readonly SiteMapEntry[]): string {
  const urls = places.map(({ path, changedAt }) => entry('url', publicUrl + path, changedAt));
  return `${head}<urlset ${space}>${urls.join('')}</urlset>`;
}

const latest = (places: readonly SiteMapEntry[]): number | undefined =>
  places.reduce<number | undefined>(
    (most, { changedAt }) => (changedAt === undefined ? most : Math.max(most ?? 0, changedAt)),
    undefined,
  );

/** The index file (`sitemapindex`). */
export function indexFile(
  publicUrl: string,
  files: readonly { readonly path: string; readonly places: readonly SiteMapEntry[] }[],
): string {
  const maps = files.map(({ path, places }) => entry('sitemap', publicUrl + path, latest(places)));
  return `${head}<sitemapindex ${space}>${maps.join('')}</sitemapindex>`;
}

/** Splits a list into files. */
export function inFiles(places: readonly SiteMapEntry[], most = mostAddresses): SiteMapEntry[][] {
  const files: SiteMapEntry[][] = [];
  for (let from = 0; from < places.length; from += most)
    files.push(places.slice(from, from + most));
  return files;
}
