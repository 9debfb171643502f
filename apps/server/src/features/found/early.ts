/** What a page's head lets the browser fetch beside the scripts that will ask for it. */
import { defaultCurrency } from '@giftlane/contract/money.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { element } from './elements.ts';

/** Pictures people see first. */
export interface EarlyPictures {
  /** Below which stored pictures are. */
  readonly mediaUrl: string;
  /** The path of the home page's still picture; empty when it has none. */
  readonly poster: string;
}

/** What is known of them at any time. */
export interface Early {
  now(): EarlyPictures;
  /** Tells when they are others. */
  onChange(listener: () => void): void;
}

/** Brands of the list that stand in a row of a phone. */
const inFirstRow = 2;

function pictureLinks({ mediaUrl }: EarlyPictures, paths: readonly string[]): string {
  const base = mediaUrl.replace(/\/+$/, '');
  return paths
    .filter((path) => path !== '')
    .map((path) => {
      const href = `${base}/${path.replace(/^\/+/, '')}`;
      return element('link', { rel: 'preload', as: 'image', href, fetchpriority: 'high' });
    })
    .join('');
}

const api = '/api/v1';

/** Replies, by the very addresses the storefront asks at; a browser takes them for nothing else. */
const replyLinks = (paths: readonly string[]): string =>
  ['/options', ...paths]
    .map((path) =>
      element('link', { rel: 'preload', as: 'fetch', href: api + path, crossorigin: 'anonymous' }),
    )
    .join('');

const listPath = (count: number) =>
  `/giftcards?currency=${defaultCurrency}&sort_by=nViews&order_by=-1&page=1&limit=${count}`;

interface BrandOfPage {
  readonly id: string;
  readonly banner: string;
  readonly video: string;
}

/** For a brand's page: its card, unless a film stands in its place, and what it costs. */
export const earlyOnBrand = (pictures: EarlyPictures, { id, banner, video }: BrandOfPage): string =>
  pictureLinks(pictures, [video === '' ? banner : '']) +
  replyLinks([`/giftcards/${encodeURIComponent(id)}?currency=${defaultCurrency}`]);

/** For any other page of the site map. */
export function earlyOn(
  path: string,
  pictures: EarlyPictures,
  catalog: Pick<Catalog, 'best'>,
): string {
  switch (path) {
    case '/':
      return pictureLinks(pictures, [pictures.poster]) + replyLinks([listPath(8)]);
    case '/gift-cards': {
      const banners = catalog.best(inFirstRow).map(({ banner }) => banner);
      return pictureLinks(pictures, banners) + replyLinks([listPath(24)]);
    }
    default:
      return '';
  }
}
