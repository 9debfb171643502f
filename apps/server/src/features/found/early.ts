/** What a page's head lets the browser fetch beside the scripts that will ask for it. */
import { currencies, defaultCurrency } from '@giftlane/contract/money/money.ts';
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

/** What every page asks for, by the very address the storefront asks at; a browser takes it for nothing else. */
const optionsLink = element('link', {
  rel: 'preload',
  as: 'fetch',
  href: `${api}/options`,
  crossorigin: 'anonymous',
});

/** Currencies a visitor may have chosen, but for the one that is meant when none is known. */
export const otherCurrencies = currencies.filter((one) => one !== defaultCurrency).join(' ');
const choices = `${defaultCurrency} ${otherCurrencies}`;

/**
 * A reply in the visitor's currency, which only the browser knows: an address with a star in its place, and
 * the currencies there are. The template's first script makes a link of it (`public/theme.js` of the shop).
 */
const replyWords = (path: string): string =>
  element('meta', { name: 'shop-early', content: `${api}${path} ${choices}` });

const listPath = (count: number) =>
  `/giftcards?currency=*&sort_by=nViews&order_by=-1&page=1&limit=${count}`;

/** What a head says of what is fetched early. */
export interface EarlyWords {
  /** Stands before the first script, for it to read. */
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

/** For a brand's page: its card, unless a film stands in its place, and what it costs. */
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
