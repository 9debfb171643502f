import { fromDecimalText } from '@giftlane/contract/money.ts';

/** Figures and one separator are what an amount is typed with (WAL-19); a comma is read as a point. */
export const typedAmount = (typed: string): string =>
  typed
    .replace(/,/g, '.')
    .replace(/[^\d.]/g, '')
    // The 0 a field was reset to.
    .replace(/^0+(?=\d)/, '');

/** An amount as typed, in minor units; undefined for what is none, or nothing. */
export function amountOf(typed: string): bigint | undefined {
  const minor = fromDecimalText(typed.trim().replace(/^\./, '0.').replace(/\.$/, ''));
  return minor !== undefined && minor > 0n ? minor : undefined;
}
