/** Exchange rates, whoever publishes them. */
import type { Currency } from '@giftlane/contract/money.ts';
import type { Outcome } from '../outcome.ts';

export interface LatestRates {
  /** The day the rates are of, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** What one US dollar buys, as decimal text; `usd` is "1". */
  readonly perUsd: Readonly<Record<Currency, string>>;
}

export interface Rates {
  /** The newest rates. Never refused: what can not be read is `unknown`. */
  latest(): Promise<Outcome<LatestRates, never>>;
}
