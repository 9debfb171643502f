import { fromDecimalText } from '@giftlane/contract/money.ts';

/** An amount as typed, in minor units; undefined for what is none, or nothing. */
export function amountOf(typed: string): bigint | undefined {
  const minor = fromDecimalText(typed.trim().replace(/^\./, '0.').replace(/\.$/, ''));
  return minor !== undefined && minor > 0n ? minor : undefined;
}
