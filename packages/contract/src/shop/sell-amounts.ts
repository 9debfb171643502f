/** The arithmetic of selling (SELL-23, SELL-24): server and browser share it. No schema is here. */
import { shareOf } from '../money/money.ts';

/** Input of a line: unit price in minor units, fee in basis points. */
export interface OfferedLine {
  quantity: number;
  priceMinor: bigint;
  exchangeFeesBp: number;
}

export interface SellAmounts {
  /** quantity x price. */
  subtotalMinor: bigint;
  /** quantity x fee percent of price, rounded half up per line (OPEN-38). */
  feeMinor: bigint;
  /** What the member is paid. */
  receivableMinor: bigint;
}

/** Computes one line. */
export function sellAmounts(line: OfferedLine): SellAmounts {
  const subtotalMinor = BigInt(line.quantity) * line.priceMinor;
  const feeMinor = shareOf(subtotalMinor, line.exchangeFeesBp);
  return { subtotalMinor, feeMinor, receivableMinor: subtotalMinor - feeMinor };
}

/** Adds lines up. */
export function sumSold(lines: readonly SellAmounts[]): SellAmounts {
  const sum = (pick: (line: SellAmounts) => bigint) => lines.reduce((a, l) => a + pick(l), 0n);
  return {
    subtotalMinor: sum((l) => l.subtotalMinor),
    feeMinor: sum((l) => l.feeMinor),
    receivableMinor: sum((l) => l.receivableMinor),
  };
}

/** Highest price of an offer: the face value, or the shop's own price. */
export const highestOffer = (card: { valueMinor: bigint; priceMinor: bigint }): bigint =>
  card.valueMinor > card.priceMinor ? card.valueMinor : card.priceMinor;

/** Lowest price of an offer: one unit of the currency, or the card's price if that is less. */
export const lowestOffer = ({ priceMinor }: { priceMinor: bigint }): bigint =>
  priceMinor < 1_00n ? priceMinor : 1_00n;
