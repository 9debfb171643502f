/** Pure functions of an offer: its price and its identity. */
import { createHash } from 'node:crypto';
import { type Currency, formatMoney, fromWire, toWire } from '@giftlane/contract/money/money.ts';
import {
  highestOffer,
  lowestOffer,
  type SellAmounts,
  sellAmounts,
  sumSold,
} from '@giftlane/contract/shop/sell-amounts.ts';
import type { sell } from '@giftlane/contract/shop/selling.ts';
import { text } from '@giftlane/texts/text.ts';
import * as z from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { CardDetails, Catalog } from '../catalog/catalog.ts';
import type { BoughtCard, SaleLine } from './queries.ts';

/** An offer as received. */
export type Offer = z.output<(typeof sell)['body']>;

/** A validation error at a field (HTTP 400). */
export function invalid(field: readonly (string | number)[], message: string): z.ZodError {
  return new z.ZodError([{ code: 'custom', path: [...field], message, input: undefined }]);
}

/** The pictures of an offer with their fields in the request. */
export function picturesOf({ aCartData }: Offer) {
  return aCartData.flatMap(({ aImages }, i) =>
    Object.entries(aImages).map(([name, path]) => ({
      field: `aCartData.${i}.aImages.${name}`,
      path,
    })),
  );
}

/** The id of a member's offer, derived from its pictures: the same pictures are the same offer. */
export function saleId(memberId: string, offer: Offer): string {
  const paths = picturesOf(offer).map(({ path }) => path);
  const hash = createHash('sha256')
    .update([memberId, ...paths.sort()].join('\n'))
    .digest('hex');
  return `sell_${hash.slice(0, 24)}`;
}

/** Hash of an offer's content: tells a repeated offer from another one with the same pictures. */
export function contentHash(offer: Offer): Buffer {
  const lines = offer.aCartData.flatMap(({ iGiftCardId, nQuantity, nPrice, aImages }) => [
    iGiftCardId,
    nQuantity,
    fromWire(nPrice),
    aImages.imgFront,
    aImages.imgBack,
    aImages.imgPurchaseReceipt,
  ]);
  const { nTotalAmount, eGateway, sPayerId } = offer;
  return createHash('sha256')
    .update([eGateway, sPayerId, fromWire(nTotalAmount), ...lines].join('\n'))
    .digest();
}

/** An offer at the catalogue's prices and fees. */
export interface PricedOffer {
  readonly currency: Currency;
  readonly lines: readonly SaleLine[];
  /** The catalogue cards the prices were computed from. */
  readonly cards: readonly BoughtCard[];
  readonly totals: SellAmounts;
}

type Item = Offer['aCartData'][number];

/** The card of an item; refuses `sell.card_not_found` unless the shop buys it. */
function boughtCard(catalog: Pick<Catalog, 'card'>, { iGiftCardId }: Item): CardDetails {
  const card = catalog.card(iGiftCardId);
  if (!card?.sellable || card.retired) throw new Refusal('sell.card_not_found');
  return card;
}

/** Refuses a price outside the card's range. Cards with a fixed price ignore the offered price. */
function checkPrice(card: CardDetails, { nPrice }: Item, index: number): void {
  const priceMinor = fromWire(nPrice);
  const [least, most] = [lowestOffer(card), highestOffer(card)];
  if (card.readOnly || (priceMinor >= least && priceMinor <= most)) return;
  throw invalid(
    ['aCartData', index, 'nPrice'],
    text('error.sellPriceRange', {
      least: formatMoney(least, card.currency),
      most: formatMoney(most, card.currency),
    }),
  );
}

function lineOf(card: CardDetails, { nQuantity, nPrice, aImages }: Item): SaleLine {
  const priceMinor = card.readOnly ? card.priceMinor : fromWire(nPrice);
  const { exchangeFeesBp } = card;
  return {
    id: newId('sl'),
    cardId: card.id,
    title: card.title,
    valueMinor: card.valueMinor,
    priceMinor,
    exchangeFeesBp,
    quantity: nQuantity,
    feeMinor: sellAmounts({ quantity: nQuantity, priceMinor, exchangeFeesBp }).feeMinor,
    front: aImages.imgFront,
    back: aImages.imgBack,
    receipt: aImages.imgPurchaseReceipt,
  };
}

function saysTheSame(offer: Offer, { lines, totals }: PricedOffer): boolean {
  const charges = offer.aExtraCharges.reduce((sum, { amount }) => sum + fromWire(amount), 0n);
  return (
    fromWire(offer.nTotalAmount) === totals.receivableMinor &&
    charges === -totals.feeMinor &&
    lines.every((line, i) => fromWire(offer.aCartData[i]?.nPrice ?? 0) === line.priceMinor)
  );
}

/**
 * Prices an offer from the catalogue. Refuses cards the shop does not buy, prices out of range, and, with
 * `order.price_changed` and the current sums, sums that differ from the computed ones.
 */
export function priceOffer(catalog: Pick<Catalog, 'card'>, offer: Offer): PricedOffer {
  const cards = offer.aCartData.map((item) => boughtCard(catalog, item));
  const [first] = cards;
  if (!first) throw new Refusal('sell.card_not_found');
  const other = cards.findIndex(({ currency }) => currency !== first.currency);
  if (other > 0) throw invalid(['aCartData', other, 'iGiftCardId'], text('error.sellOneCurrency'));
  const lines = offer.aCartData.map((item, i) => {
    const card = cards[i] ?? first;
    checkPrice(card, item, i);
    return lineOf(card, item);
  });
  const priced = {
    currency: first.currency,
    lines,
    cards,
    totals: sumSold(lines.map(sellAmounts)),
  };
  if (!saysTheSame(offer, priced)) throw changed(priced);
  if (priced.totals.receivableMinor <= 0n)
    throw invalid(['nTotalAmount'], text('error.nothingToPay'));
  return priced;
}

/** The refusal of outdated sums, with the current ones. */
function changed({ lines, totals }: PricedOffer): Refusal {
  return new Refusal(
    'order.price_changed',
    {},
    {
      nTotalAmount: toWire(totals.receivableMinor),
      aExtraCharges: [{ name: exchangeFees, amount: toWire(-totals.feeMinor) }],
      aCartData: lines.map((line) => ({
        iGiftCardId: line.cardId,
        sTitle: line.title,
        nQuantity: line.quantity,
        nPrice: toWire(line.priceMinor),
        nExchangeFees: line.exchangeFeesBp / 100,
      })),
    },
  );
}

/** Name of the fee on the wire. */
export const exchangeFees = 'Exchange Fees';
