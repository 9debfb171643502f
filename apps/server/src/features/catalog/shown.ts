/** Brands as the heads of public pages describe them, for search engines and social networks. */
import {
  type Currency,
  currencies,
  defaultCurrency,
  lineAmounts,
} from '@giftlane/contract/money/money.ts';
import { type Brand, brandTexts, liveCards } from './brand.ts';
import type { Shelf } from './snapshot/shelf.ts';
import { cardTitle } from './wire.ts';

export interface ShownCard {
  readonly id: string;
  readonly title: string;
  readonly currency: Currency;
  /** Price after discount, as the page shows it (OPEN-37). */
  readonly priceMinor: bigint;
  readonly inStock: boolean;
}

export interface ShownBrand {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly shortDesc: string;
  readonly description: string;
  readonly banner: string;
  /** Path of the video shown in place of the picture; empty without one. */
  readonly video: string;
  /** Cards on sale, by currency and value. */
  readonly cards: readonly ShownCard[];
}

function cardsOf(brand: Brand): ShownCard[] {
  return currencies
    .flatMap((currency) => liveCards(brand, currency))
    .map((card) => ({
      id: card.id,
      title: cardTitle(brand.title, card),
      currency: card.currency,
      priceMinor: lineAmounts({ ...card, quantity: 1, priceMinor: BigInt(card.priceMinor) })
        .linePriceMinor,
      inStock: card.left !== 0,
    }));
}

function shownOf(brand: Brand): ShownBrand {
  const texts = brandTexts(brand);
  return {
    id: brand.id,
    title: brand.title,
    category: brand.category,
    shortDesc: texts.sShortDesc,
    description: texts.sDescription,
    banner: texts.sBanner,
    video: texts.sVideo,
    cards: cardsOf(brand),
  };
}

/** A brand on sale. */
export function showBrand(shelf: Shelf, brandId: string): ShownBrand | undefined {
  const brand = shelf.brands[shelf.numberOf.get(brandId) ?? -1];
  return brand && shownOf(brand);
}

/** The most viewed brands with cards in the default currency. */
export function bestOf(shelf: Shelf, count: number): ShownBrand[] {
  const numbers = shelf.order(defaultCurrency, undefined, 'views').subarray(0, count);
  return Array.from(numbers).flatMap((number) => {
    const brand = shelf.brands[number];
    return brand ? [shownOf(brand)] : [];
  });
}
