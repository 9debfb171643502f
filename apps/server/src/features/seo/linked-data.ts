/** Structured data of pages for search engines: schema.org in JSON-LD. */

import { type Currency, currencies, least, toDecimalText } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { ShownBrand, ShownCard } from '../catalog/catalog.ts';

type Thing = Readonly<Record<string, unknown>>;

/** Turns a path into an absolute address, as JSON-LD needs. */
export type AddressOf = (path: string) => string;

/** The path of a brand's page. */
export const brandPath = (id: string): string => `/gift-cards/${encodeURIComponent(id)}`;

const shopId = '/#organization';

/** The shop as an organisation. */
export function organization(at: AddressOf): Thing {
  return {
    '@type': 'Organization',
    '@id': at(shopId),
    name: text('shop.name'),
    url: at('/'),
    logo: at('/icon-512.png'),
  };
}

/** The site with its search address. */
export function webSite(at: AddressOf): Thing {
  return {
    '@type': 'WebSite',
    name: text('shop.name'),
    url: at('/'),
    publisher: { '@id': at(shopId) },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${at('/gift-cards')}?search={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** Breadcrumbs from home to a page. */
export function breadcrumbs(
  at: AddressOf,
  steps: readonly { readonly name: string; readonly path: string }[],
): Thing {
  const all = [{ name: text('nav.home'), path: '/' }, ...steps];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: at(path),
    })),
  };
}

/** Brands as an ordered list of links. */
export function itemList(at: AddressOf, brands: readonly ShownBrand[]): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: brands.map(({ id, title }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: title,
      url: at(brandPath(id)),
    })),
  };
}

export interface FaqEntry {
  readonly question: string;
  readonly answer: string;
}

export function faqPage(questions: readonly FaqEntry[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

const availability = (inStock: boolean): string =>
  `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`;

function offer(card: ShownCard, url: string): Thing {
  return {
    '@type': 'Offer',
    name: card.title,
    url,
    price: toDecimalText(card.priceMinor),
    priceCurrency: card.currency.toUpperCase(),
    availability: availability(card.inStock),
  };
}

const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** The offer of a brand in a currency: a single card as it is, several as a price range. */
function offerIn(currency: Currency, brand: ShownBrand, url: string): Thing | undefined {
  const cards = brand.cards.filter((card) => card.currency === currency);
  const [first, ...others] = cards;
  if (!first) return undefined;
  if (others.length === 0) return offer(first, url);
  const prices = cards.map(({ priceMinor }) => priceMinor);
  return {
    '@type': 'AggregateOffer',
    url,
    lowPrice: toDecimalText(prices.reduce(least)),
    highPrice: toDecimalText(prices.reduce(most)),
    priceCurrency: currency.toUpperCase(),
    offerCount: cards.length,
    availability: availability(cards.some(({ inStock }) => inStock)),
  };
}

/** A brand as a product with its offers in each currency. */
export function product(at: AddressOf, brand: ShownBrand, image: string): Thing {
  const url = at(brandPath(brand.id));
  const offers = currencies.flatMap((currency) => offerIn(currency, brand, url) ?? []);
  return {
    '@type': 'Product',
    name: text('found.brand.product', { brand: brand.title }),
    description: brand.description || brand.shortDesc || undefined,
    image: [at(image)],
    sku: brand.id,
    category: brand.category,
    brand: { '@type': 'Brand', name: brand.title },
    url,
    offers: offers.length > 0 ? offers : undefined,
  };
}
