/** The smaller lists of the catalogue as JSON. */

import type { Data } from '@giftlane/contract/call.ts';
import { type Currency, percentToWire } from '@giftlane/contract/money/money.ts';
import type { listSellCards } from '@giftlane/contract/shop/catalog.ts';
import { type Brand, brandTexts, liveCards } from '../brand.ts';
import { cardToWire, decimal } from '../wire.ts';
import type { Shelf } from './shelf.ts';

/** Brands that have cards in a currency, by title. */
export function brandsIn(shelf: Shelf, currency: Currency): Brand[] {
  return Array.from(shelf.order(currency, undefined, 'title')).flatMap(
    (number) => shelf.brands[number] ?? [],
  );
}

/** Lowest and highest price in a currency; zeros if nothing is on sale. */
export function limitsToWire(shelf: Shelf, currency: Currency) {
  const { lowest, highest } = shelf.prices[currency];
  const order = shelf.order(currency, undefined, 'price');
  const max = order.reduce((most, number) => Math.max(most, highest[number] ?? 0), 0);
  return { priceRange: { min: decimal(lowest[order[0] ?? -1] ?? 0), max: decimal(max) } };
}

/** Ids and titles (CAT-18). */
export function brandNames(shelf: Shelf, currency: Currency) {
  return brandsIn(shelf, currency).map(({ id, title }) => ({ _id: id, sTitle: title }));
}

/** A brand without its cards. */
export function categoryToWire(brand: Brand) {
  return { _id: brand.id, ...brandTexts(brand), nViews: brand.views };
}

/** Brands with cards that the shop buys, each with the cheapest of those. */
export function sellCardsToWire(shelf: Shelf, currency: Currency) {
  return brandsIn(shelf, currency).flatMap((brand): Data<typeof listSellCards> => {
    const [cheapest] = liveCards(brand, currency)
      .filter(({ sellable }) => sellable)
      .sort((a, b) => a.priceMinor - b.priceMinor);
    if (!cheapest) return [];
    const texts = brandTexts(brand);
    return [
      {
        _id: brand.id,
        sTitle: brand.title,
        sLogo: texts.sLogo,
        sBanner: texts.sBanner,
        sShortSellDesc: texts.sShortSellDesc,
        nPrice: decimal(cheapest.priceMinor),
        nExchangeFees: percentToWire(cheapest.exchangeFeesBp),
        eCurrency: currency,
        sCategory: brand.category,
      },
    ];
  });
}

/** Denominations of a brand that the shop buys. */
export function denominationsToWire(brand: Brand, currency: Currency) {
  const { sBanner } = brandTexts(brand);
  return liveCards(brand, currency)
    .filter(({ sellable }) => sellable)
    .map((card) => cardToWire(brand.title, sBanner, card));
}
