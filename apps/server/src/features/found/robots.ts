/** What robots are asked to leave alone. */
import { listBrandNames, listBrandsCached, priceLimits } from '@giftlane/contract/shop/catalog.ts';
import { listOptions, showCounters, showPage } from '@giftlane/contract/shop/content.ts';
import { showRates } from '@giftlane/contract/shop/rates.ts';
import { apiBase } from '../../platform/http/http.ts';

/** What open pages ask for while they draw themselves; an engine that runs them needs it too. */
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

/** The text of `/robots.txt`: the longest rule that fits an address wins. */
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
