/** The heads of the storefront's pages, for search engines, social networks and browsers. */
import type { IncomingMessage } from 'node:http';
import {
  canonicalPath,
  homeMeta,
  titleOf,
  withoutLastSlashes,
} from '@giftlane/contract/shop/pages.ts';
import { text } from '@giftlane/texts/text.ts';
import type { DrawnFor, PageHead } from '../../platform/render/pages.ts';
import type { Catalog, ShownBrand } from '../catalog/catalog.ts';
import { type Early, type EarlyWords, earlyOn, earlyOnBrand, otherCurrencies } from './early.ts';
import { element, linkedData, titleElement } from './elements.ts';
import {
  type AddressOf,
  brandPath,
  breadcrumbs,
  faqPage,
  itemList,
  organization,
  product,
  webSite,
} from './linked-data.ts';
import { openPage, type PageWords, unlistedTitle } from './pages.ts';
import { pictureHeight, picturePath, pictureWidth, shopPicture } from './pictures.ts';
import type { WrittenWords } from './written.ts';

export interface HeadParts {
  readonly catalog: Pick<Catalog, 'shown' | 'best' | 'onChange'>;
  /** The shop's public origin. */
  readonly publicUrl: string;
  readonly writtenWords: WrittenWords;
  /** Pictures above the fold, preloaded before any script runs. */
  readonly early: Early;
  /** Called for a view of a brand whose page was sent server-rendered. */
  readonly onLook: (brandId: string, request: IncomingMessage) => void;
}

interface Told {
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** The share picture (`og:image`). */
  readonly image: string;
  readonly imageWords: string;
  /** The type in Open Graph's terms. */
  readonly type: 'website' | 'product';
  readonly data: readonly object[];
}

/** Search engines and networks cut longer ones. */
const mostDescription = 200;

/** Puts a text on one line and cuts it at a word. */
export function brief(words: string, most = mostDescription): string {
  const line = words.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const atWord = line.lastIndexOf(' ', most - 1);
  return `${line.slice(0, atWord > most / 2 ? atWord : most - 1)}…`;
}

const property = (name: string, content: string) => element('meta', { property: name, content });
const named = (name: string, content: string) => element('meta', { name, content });

function describe(at: AddressOf, told: Told): string {
  const title = titleOf(told.title);
  const description = brief(told.description);
  return [
    titleElement(title),
    named('description', description),
    element('link', { rel: 'canonical', href: at(told.path) }),
    property('og:site_name', text('shop.name')),
    property('og:type', told.type),
    property('og:title', told.title),
    property('og:description', description),
    property('og:url', at(told.path)),
    property('og:image', at(told.image)),
    property('og:image:width', String(pictureWidth)),
    property('og:image:height', String(pictureHeight)),
    property('og:image:alt', told.imageWords),
    named('twitter:card', 'summary_large_image'),
    linkedData({ '@context': 'https://schema.org', '@graph': told.data }),
  ].join('');
}

/** The head of a page excluded from search (`noindex`). */
const hidden = (title: string): string => titleElement(titleOf(title)) + named('robots', 'noindex');

const listedBrands = 24;

function tellBrand(at: AddressOf, brand: ShownBrand): Told {
  const image = picturePath(brand);
  const path = brandPath(brand.id);
  return {
    title: brand.title,
    description:
      brand.shortDesc ||
      brief(brand.description) ||
      text('found.brand.description', { brand: brand.title }),
    path,
    image,
    imageWords: text('found.brand.picture', { brand: brand.title }),
    type: 'product',
    data: [
      product(at, brand, image),
      breadcrumbs(at, [
        { name: text('catalogue.title'), path: '/gift-cards' },
        { name: brand.title, path },
      ]),
    ],
  };
}

function tellPage(at: AddressOf, path: string, words: PageWords, best: () => ShownBrand[]): Told {
  const way = breadcrumbs(at, [{ name: words.title, path }]);
  const data =
    path === '/'
      ? [organization(at), webSite(at)]
      : path === '/gift-cards'
        ? [way, itemList(at, best())]
        : words.questions && words.questions.length > 0
          ? [way, faqPage(words.questions)]
          : [way];
  return {
    ...words,
    path,
    image: shopPicture,
    imageWords: text('found.shop.picture'),
    type: 'website',
    data,
  };
}

const brandAddress = /^\/gift-cards\/([^/]+)$/;
const source = 'src/routes';
const modules: ReadonlyMap<string, string> = new Map([
  ['/', `${source}/home.tsx`],
  ['/gift-cards', `${source}/gift-cards.tsx`],
]);

/** Server-rendered pages; those with prices differ by currency. */
const priced: DrawnFor = { otherwise: otherCurrencies };
const written: DrawnFor = { otherwise: '' };
/** A category, a search and a page of the list: what links and forms lead to without a script. */
const listed: DrawnFor = {
  ...priced,
  queries: /^(?:tab=[a-z-]+)?&?(?:search=[^&]{0,300})?&?(?:page=\d{1,4})?$/,
};
const drawnPages: ReadonlyMap<string, DrawnFor> = new Map([
  ['/', priced],
  ['/gift-cards', listed],
  ['/all-currency', priced],
  ['/faq', written],
  ['/about-us', written],
  ['/privacy-policy', written],
  ['/refund-policy', written],
  ['/shipping-policy', written],
  ['/tnc', written],
]);

const longestAddress = 300;

/** Cached heads of pages, until the catalogue or the pictures change. */
const mostKept = 400;

/** Makes the function that returns the head of every address. Catalogue and pictures are in memory. */
export function makeHeads(parts: HeadParts) {
  const { catalog, publicUrl, writtenWords, early: pictures, onLook } = parts;
  const at: AddressOf = (path) => publicUrl + path;
  const home = named(homeMeta, publicUrl);
  const notFound: PageHead = { status: 404, html: home + hidden(text('notFound.title')) };
  const found = (html: string, early?: EarlyWords): PageHead => ({
    status: 200,
    html: home + html + (early?.first ?? ''),
    early: early?.pictures,
    replies: early?.replies,
  });

  const kept = new Map<string, PageHead>();
  catalog.onChange(() => kept.clear());
  pictures.onChange(() => kept.clear());
  const keep = (path: string, head: PageHead): PageHead => {
    if (kept.size < mostKept) kept.set(path, head);
    return head;
  };
  const headOfBrand = (path: string, brandId: string): PageHead => {
    const brand = catalog.shown(brandId);
    if (!brand) return notFound;
    const html = describe(at, tellBrand(at, brand));
    const early = earlyOnBrand(pictures.now(), brand);
    const drawn = { ...priced, onServed: (request: IncomingMessage) => onLook(brand.id, request) };
    return keep(path, { ...found(html, early), module: `${source}/gift-card.tsx`, drawn });
  };
  const headOfPage = (path: string, words: PageWords): PageHead => {
    const told = tellPage(at, path, words, () => catalog.best(listedBrands));
    const early = earlyOn(path, pictures.now(), catalog);
    const drawn = drawnPages.get(path);
    return { ...found(describe(at, told), early), module: modules.get(path), drawn };
  };
  const headOf = async (path: string): Promise<PageHead> => {
    const known = kept.get(path);
    if (known) return known;
    const brandId = brandAddress.exec(path)?.[1];
    if (brandId !== undefined) return headOfBrand(path, brandId);
    const words = openPage(path);
    if (words) {
      const written = await writtenWords(path);
      return written
        ? { ...headOfPage(path, { ...words, ...written }), passing: true }
        : keep(path, headOfPage(path, words));
    }
    const title = unlistedTitle(path);
    return title ? found(hidden(title)) : notFound;
  };

  return async (address: string): Promise<PageHead> => {
    // Longer than any page's address.
    if (address.length > longestAddress) return notFound;
    const path = canonicalPath(address) ?? withoutLastSlashes(address);
    const head = await headOf(path);
    // Not server-rendered at an alias: the page contains its own address in its links.
    return head.drawn && path !== address ? { ...head, drawn: undefined } : head;
  };
}
