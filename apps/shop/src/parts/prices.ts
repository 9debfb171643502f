/** From the wire's prices to the contract's arithmetic. */
import {
  fromWire,
  type LineAmounts,
  lineAmounts,
  percentFromWire,
  sumLines,
  type Totals,
} from '@giftlane/contract/money.ts';

/** What the wire says about the price of a card or cart line. */
export interface WirePrice {
  nPrice: number;
  nDiscount: number;
  nCashBack: number;
  nServiceCharge: number;
}

/** The amounts of `quantity` cards, rounded as the server rounds them (decision 38). */
export function amountsOf(card: WirePrice, quantity: number): LineAmounts {
  return lineAmounts({
    quantity,
    priceMinor: fromWire(card.nPrice),
    discountBp: percentFromWire(card.nDiscount),
    cashbackBp: percentFromWire(card.nCashBack),
    serviceChargeBp: percentFromWire(card.nServiceCharge),
  });
}

/** The totals of a cart (CART-10 to CART-13). */
export function totalsOf(lines: readonly (WirePrice & { nQuantity: number })[]): Totals {
  return sumLines(lines.map((line) => amountsOf(line, line.nQuantity)));
}
