import {
  type Currency,
  fromWire,
  lineAmounts,
  percentToWire,
  sumLines,
  type Totals,
  toWire,
} from '@giftlane/contract/money/money.ts';
import { maxQuantity } from '@giftlane/contract/shop/cart-limits.ts';
import type { Gateway } from '@giftlane/contract/shop/gateways.ts';
import { text } from '@giftlane/texts/text.ts';
import { badField, Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { sha256 } from '../../../platform/secrets/secrets.ts';
import { buyable } from '../../cart/cart.ts';
import type { CardDetails, Catalog } from '../../catalog/catalog.ts';
import type { OrderLine } from '../../orders/orders.ts';

/** A request to buy, as received. Only cards and quantities are trusted. */
export interface OrderRequest {
  readonly sOrderId: string;
  readonly eCurrency: Currency;
  readonly eGateway: Gateway;
  readonly aCartData: readonly { iGiftCardId: string; nQuantity: number }[];
  readonly nWalletAmount: number;
  readonly aExtraCharges: readonly { name: string; amount: number }[];
  readonly nTotalAmount: number;
}

/** An order request at catalogue prices. */
export interface PricedOrder {
  readonly lines: readonly OrderLine[];
  readonly totals: Totals;
  readonly walletMinor: bigint;
  readonly contentHash: Buffer;
}

/** Quantities by card, sorted by card id. */
function quantities(wish: OrderRequest): [string, number][] {
  const sums = new Map<string, number>();
  for (const { iGiftCardId, nQuantity } of wish.aCartData)
    sums.set(iGiftCardId, (sums.get(iGiftCardId) ?? 0) + nQuantity);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Hash of cards, quantities and amounts: equal when two requests with one `sOrderId` are the same order. */
function hashOf(wish: OrderRequest, wanted: readonly [string, number][]): Buffer {
  const amounts = [wish.nTotalAmount, wish.nWalletAmount].map(fromWire);
  return sha256([wish.eGateway, wish.eCurrency, ...amounts, ...wanted.flat()].join('\n'));
}

/** True when a stored order has the request's content. */
export function sameContent(contentHash: Buffer, wish: OrderRequest): boolean {
  return contentHash.equals(hashOf(wish, quantities(wish)));
}

function lineOf(card: CardDetails, quantity: number, paid: boolean): OrderLine {
  const amounts = lineAmounts({ ...card, quantity });
  return {
    id: newId('ol'),
    cardId: card.id,
    cardVersion: card.version,
    title: card.title,
    valueMinor: card.valueMinor,
    priceMinor: card.priceMinor,
    discountBp: card.discountBp,
    cashbackBp: card.cashbackBp,
    serviceChargeBp: card.serviceChargeBp,
    quantity,
    payableMinor: amounts.payableMinor,
    cashbackMinor: amounts.cashbackMinor,
    refundedMinor: 0n,
    guaranteedMinor: 0n,
    refundedAt: null,
    state: paid ? 3 : 0,
  };
}

/**
 * Computes an order from catalogue prices. Refuses unknown cards, other currencies, too many codes, and other totals:
 * `order.price_changed` with the new total and cart lines.
 */
export function price(catalog: Catalog, wish: OrderRequest, maxCodes: number): PricedOrder {
  const wanted = quantities(wish);
  const count = wanted.reduce((sum, [, quantity]) => sum + quantity, 0);
  const max = Math.min(maxCodes, maxQuantity);
  if (count > max) throw new Refusal('order.too_many', { max });
  const cards = wanted.map(([cardId, quantity]) => {
    const card = buyable(catalog, cardId);
    if (!card) throw new Refusal('cart.card_not_found');
    if (card.currency !== wish.eCurrency)
      throw badField(
        'aCartData',
        text('error.notSoldIn', { title: card.title, currency: wish.eCurrency.toUpperCase() }),
      );
    return { card, quantity };
  });
  const lines = cards.map(({ card, quantity }) =>
    lineOf(card, quantity, wish.eGateway === 'Wallet'),
  );
  const totals = sumLines(lines.map(lineAmounts));
  if (!saysTheSame(wish, totals)) throw priceChanged(cards, totals);
  return {
    lines,
    totals,
    walletMinor: walletPart(wish, totals),
    contentHash: hashOf(wish, wanted),
  };
}

function saysTheSame(wish: OrderRequest, totals: Totals): boolean {
  const charges = wish.aExtraCharges.reduce((sum, { amount }) => sum + fromWire(amount), 0n);
  return (
    fromWire(wish.nTotalAmount) === totals.payableMinor &&
    charges === totals.serviceChargeMinor - totals.discountMinor
  );
}

/** The refusal of an outdated total, with the current total and cart lines. */
export function priceChanged(
  cards: readonly { card: CardDetails; quantity: number }[],
  totals: Totals,
): Refusal {
  return new Refusal(
    'order.price_changed',
    {},
    {
      nTotalAmount: toWire(totals.payableMinor),
      aCartData: cards.map(({ card, quantity }) => ({
        iGiftCardId: card.id,
        sTitle: card.title,
        nQuantity: quantity,
        nPrice: toWire(card.priceMinor),
        nDiscount: percentToWire(card.discountBp),
        nCashBack: percentToWire(card.cashbackBp),
        nServiceCharge: percentToWire(card.serviceChargeBp),
        eCurrency: card.currency,
      })),
    },
  );
}

function walletPart(wish: OrderRequest, totals: Totals): bigint {
  const walletMinor = fromWire(wish.nWalletAmount);
  const total = totals.payableMinor;
  if (total === 0n) throw badField('nTotalAmount', text('error.nothingToPay'));
  if (walletMinor > total) throw badField('nWalletAmount', text('error.moreThanTotal'));
  if (wish.eGateway === 'Wallet' && walletMinor !== total)
    throw badField('nWalletAmount', text('error.walletPaysAll'));
  if (wish.eGateway !== 'Wallet' && walletMinor === total)
    throw badField('nWalletAmount', text('error.nothingLeftToPay'));
  return walletMinor;
}
