/** The rules for crawlers. */
import { listBrandNames, listBrandsCached, priceLimits } from '@giftlane/contract/shop/catalog.ts';
import { listOptions, showCounters, showPage } from '@giftlane/contract/shop/content.ts';
import { showRates } from '@giftlane/contract/shop/rates.ts';
import { apiBase } from '../../platform/http/http.ts';

/** Calls that public pages make while they render; search engines that run scripts need them. */
const needed = [
  listBrandsCached,
  priceLimits,
  listBrandNames,
  listOptions,
  showCounters,
  showPage,
  showRates,
].map(({ path }) => apiBase + path.replace(/\{.*$/, ''));

const closed = [
  '/account',
  '/auth/',
  '/mail/',
  '/reset-password/',
  '/google/',
  '/newsletter/',
  '/api/',
];

/** The text of `/robots.txt`; of several matching rules the longest wins. */
export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...needed.map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
