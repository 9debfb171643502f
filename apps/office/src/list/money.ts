import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';

/** An amount of the wire as people read it, such as $1,234.50. */
export const moneyText = (amount: number, currency: Currency): string =>
  formatMoney(fromWire(amount), currency);
