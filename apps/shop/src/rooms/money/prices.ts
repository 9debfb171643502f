/** From the wire's prices to the contract's arithmetic. */
import {
  fromWire,
  type LineAmounts,
  lineAmounts,
  percentFromWire,
  sumLines,
  type Totals,
} from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';

/** What the wire says about the price of a card or cart line. */
export interface WirePrice {
  nPrice: number;
  nDiscount: number;
  nCashBack: number;
  nServiceCharge: number;
}

/** The amounts of `quantity` cards, rounded as the server rounds them (OPEN-38). */
export function amountsOf(card: WirePrice, quantity: number): LineAmounts {
  return lineAmounts({
    quantity,
    priceMinor: fromWire(card.nPrice),
    discountBp: percentFromWire(card.nDiscount),
    cashbackBp: percentFromWire(card.nCashBack),
    serviceChargeBp: percentFromWire(card.nServiceCharge),
  });
}

/**
 * What one of several cards costs, where that times how many is what they cost together, to the cent: a discount is
 * rounded once per line.
 */
export function eachOf(card: WirePrice, quantity: number): bigint | undefined {
  const eachMinor = amountsOf(card, 1).linePriceMinor;
  const multiplies = eachMinor * BigInt(quantity) === amountsOf(card, quantity).linePriceMinor;
  return quantity > 1 && multiplies ? eachMinor : undefined;
}

/** The totals of an order as it was placed: what was added to its cards, and what was taken off. */
export function totalsOfOrder(order: Order): Totals {
  const charges = order.aExtraCharges.map(({ amount }) => fromWire(amount));
  const sum = (some: readonly bigint[]) => some.reduce((all, minor) => all + minor, 0n);
  const payableMinor = fromWire(order.nTotalAmount);
  const serviceChargeMinor = sum(charges.filter((minor) => minor > 0n));
  const discountMinor = -sum(charges.filter((minor) => minor < 0n));
  const linePriceMinor = payableMinor - serviceChargeMinor;
  return {
    subtotalMinor: linePriceMinor + discountMinor,
    serviceChargeMinor,
    discountMinor,
    cashbackMinor: fromWire(order.nCashBack),
    linePriceMinor,
    payableMinor,
  };
}

/** The totals of a cart (CART-10 to CART-13). */
export function totalsOf(lines: readonly (WirePrice & { nQuantity: number })[]): Totals {
  return sumLines(lines.map((line) => amountsOf(line, line.nQuantity)));
}
