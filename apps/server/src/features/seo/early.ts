/** Preload hints in a page's head, for resources that its scripts will request. */
import { currencies, defaultCurrency } from '@giftlane/contract/money/money.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { element } from './elements.ts';

/** Pictures above the fold. */
export interface EarlyPictures {
  /** Base address of stored pictures. */
  readonly mediaUrl: string;
  /** Path of the poster picture of the home page; empty without one. */
  readonly poster: string;
}

/** The current pictures. */
export interface Early {
  now(): EarlyPictures;
  /** Calls the listener when they change. */
  onChange(listener: () => void): void;
}

/** Brands in the first row of the list on a phone. */
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

/**
 * The request of every page, at the exact address that the storefront uses; otherwise the browser would not
 * reuse the preload.
 */
const optionsLink = element('link', {
  rel: 'preload',
  as: 'fetch',
  href: `${api}/options`,
  crossorigin: 'anonymous',
});

/** All currencies but the default one. */
export const otherCurrencies = currencies.filter((one) => one !== defaultCurrency).join(' ');
const choices = `${defaultCurrency} ${otherCurrencies}`;

/**
 * A reply in the visitor's currency, which only the browser knows: its address with `*` for the currency, and
 * the list of currencies. The template's first script turns it into a preload link (`public/theme.js` of the
 * shop).
 */
const replyWords = (path: string): string =>
  element('meta', { name: 'shop-early', content: `${api}${path} ${choices}` });

const listPath = (count: number) =>
  `/giftcards?currency=*&sort_by=nViews&order_by=-1&page=1&limit=${count}`;

/** Parts of a head for early fetches. */
export interface EarlyWords {
  /** Placed before the first script, which reads it. */
  readonly first: string;
  readonly pictures: string;
  readonly replies: string;
}

const earlyWords = (pictures: string, path: string): EarlyWords => ({
  first: replyWords(path),
  pictures,
  replies: optionsLink,
});

interface BrandOfPage {
  readonly id: string;
  readonly banner: string;
  readonly video: string;
}

/** For a brand's page: its picture, unless it has a video, and the reply with its prices. */
export const earlyOnBrand = (
  pictures: EarlyPictures,
  { id, banner, video }: BrandOfPage,
): EarlyWords =>
  earlyWords(
    pictureLinks(pictures, [video === '' ? banner : '']),
    `/giftcards/${encodeURIComponent(id)}?currency=*`,
  );

/** For any other page of the site map. */
export function earlyOn(
  path: string,
  pictures: EarlyPictures,
  catalog: Pick<Catalog, 'best'>,
): EarlyWords | undefined {
  switch (path) {
    case '/':
      return earlyWords(pictureLinks(pictures, [pictures.poster]), listPath(8));
    case '/gift-cards': {
      const banners = catalog.best(inFirstRow).map(({ banner }) => banner);
      return earlyWords(pictureLinks(pictures, banners), listPath(24));
    }
    default:
      return undefined;
  }
}
