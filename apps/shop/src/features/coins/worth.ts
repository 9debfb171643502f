import type { Currency } from '@giftlane/contract/money.ts';
import type { Rates } from '../../parts/coins.ts';

/** What tells the worth of coins: the rates, and the currency it is told in. */
export interface Worth {
  rates: Rates;
  currency: Currency;
}
