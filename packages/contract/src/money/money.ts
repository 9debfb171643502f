/**
 * Money, percents and the arithmetic of totals. Inside the shop money is always an integer number of
 * minor units (`bigint`) plus a currency; this module is the only place that turns it into the wire's
 * decimal number and back. Server and browser share it, so both show and check the same sums. No schema
 * is here: every page of the shop loads this module, and only forms the schema library.
 */
import { numberFormat } from '@giftlane/texts/locale.ts';
/** The supported currencies, lower case as on the wire (CONST-01). All have two decimals. */
export const currencies = ['aud', 'cad', 'gbp', 'usd', 'eur'] as const;
export type Currency = (typeof currencies)[number];

/** What an unsupported stored currency is reset to (CONST-03, CONST-05). */
export const defaultCurrency: Currency = 'usd';

/** Reads a stored or chosen currency; anything unsupported becomes usd (CONST-05, OPEN-26). */
export function supportedCurrency(value: unknown): Currency {
  return currencies.find((currency) => currency === value) ?? defaultCurrency;
}

/** The largest amount the wire carries, in major units. */
export const maxAmount = 99_999_999.99;

/** The smaller of two amounts of minor units. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Minor units to the wire's decimal number. */
export function toWire(minor: bigint): number {
  return Number(minor) / 100;
}

/** The wire's decimal number to minor units. The schema has already refused a third decimal. */
export function fromWire(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}

/** Basis points (hundredths of a percent) to the wire's percent. */
export function percentToWire(basisPoints: number): number {
  return basisPoints / 100;
}

/** The wire's percent to basis points. */
export function percentFromWire(percent: number): number {
  return Math.round(percent * 100);
}

/** Minor units as the decimal text a payment provider wants, such as "12.50". */
export function toDecimalText(minor: bigint): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Reads a provider's decimal text; undefined when it is not an amount with at most two decimals. */
export function fromDecimalText(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** `amount` x basis points, rounded half up to the minor unit (OPEN-38). */
export function shareOf(amountMinor: bigint, basisPoints: number): bigint {
  return (amountMinor * BigInt(basisPoints) + 5_000n) / 10_000n;
}

/** What one line costs, before any arithmetic: unit price in minor units, percents in basis points. */
export interface PricedLine {
  quantity: number;
  priceMinor: bigint;
  discountBp: number;
  cashbackBp: number;
  serviceChargeBp: number;
}

/** The amounts of one line, each rounded half up per line (CART-10 to CART-14, OPEN-38). */
export interface LineAmounts {
  subtotalMinor: bigint;
  serviceChargeMinor: bigint;
  discountMinor: bigint;
  cashbackMinor: bigint;
  /** quantity x price minus its discount: the line price that is shown (CART-14). */
  linePriceMinor: bigint;
  /** What the member pays for this line: subtotal + service charge - discount. */
  payableMinor: bigint;
}

/** Computes one line. Total payable of an order is the sum of its lines' `payableMinor`. */
export function lineAmounts(line: PricedLine): LineAmounts {
  const subtotalMinor = BigInt(line.quantity) * line.priceMinor;
  const serviceChargeMinor = shareOf(subtotalMinor, line.serviceChargeBp);
  const discountMinor = shareOf(subtotalMinor, line.discountBp);
  return {
    subtotalMinor,
    serviceChargeMinor,
    discountMinor,
    cashbackMinor: shareOf(subtotalMinor, line.cashbackBp),
    linePriceMinor: subtotalMinor - discountMinor,
    payableMinor: subtotalMinor + serviceChargeMinor - discountMinor,
  };
}

/** Sums of the lines of a cart or order (CART-13). */
export type Totals = LineAmounts;

/** Adds lines up; an empty cart is all zero. */
export function sumLines(lines: readonly LineAmounts[]): Totals {
  const sum = (pick: (line: LineAmounts) => bigint) => lines.reduce((a, l) => a + pick(l), 0n);
  return {
    subtotalMinor: sum((l) => l.subtotalMinor),
    serviceChargeMinor: sum((l) => l.serviceChargeMinor),
    discountMinor: sum((l) => l.discountMinor),
    cashbackMinor: sum((l) => l.cashbackMinor),
    linePriceMinor: sum((l) => l.linePriceMinor),
    payableMinor: sum((l) => l.payableMinor),
  };
}

/** What the wallet covers: min(balance, total payable), never below zero (CART-15). */
export function walletShare(balanceMinor: bigint, payableMinor: bigint): bigint {
  if (balanceMinor <= 0n) return 0n;
  return balanceMinor < payableMinor ? balanceMinor : payableMinor;
}

/** Money as a person reads it, e.g. "$1,234.50", with a true minus (CONST-04). */
export function formatMoney(minor: bigint, currency: Currency): string {
  return numberFormat({ style: 'currency', currency: currency.toUpperCase() })
    .format(Number(minor) / 100)
    .replace('-', '−');
}

/** A face value: cents only where there are some, e.g. "$25". */
export function formatFace(minor: bigint, currency: Currency): string {
  const whole = formatMoney(minor, currency);
  return minor % 100n === 0n ? whole.replace(/[.,]00(?=\D*$)/, '') : whole;
}
