/** Exchange rates and prices of coins, whoever publishes them. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Outcome } from '../outcome.ts';

/** The rates of one day. */
export interface DayRates {
  /** The day the rates are of, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** What one US dollar buys, as decimal text; `usd` is "1". */
  readonly perUsd: Readonly<Record<Currency, string>>;
}

export interface Rates {
  /** The newest rates. Never refused: what can not be read is `unknown`. */
  latest(): Promise<Outcome<DayRates, never>>;
  /** The rates of a span of at most a year, oldest first; a day without any is left out. Never refused. */
  history(from: string, to: string): Promise<Outcome<readonly DayRates[], never>>;
}

/** How far apart prices are. */
export type PriceStep = 'fiveMinutes' | 'hour' | 'day';

/** As many prices can be asked for at once. */
export const mostPrices = 300;

export interface PriceSpan {
  readonly step: PriceStep;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface CoinPrice {
  /** The end of a step: a whole five minutes, hour or day, UTC. */
  readonly atMs: number;
  /** What one coin costs in US dollars, as decimal text. */
  readonly usd: string;
}

export interface CoinRates {
  /**
   * The prices after `fromMs` until `toMs`, oldest first, at most `mostPrices` steps; a step in which
   * nobody traded is left out. Never refused.
   */
  prices(coin: Coin, span: PriceSpan): Promise<Outcome<readonly CoinPrice[], never>>;
}

/** What a coin costs at this moment, by one of the places where it is traded. */
export interface CoinSpot {
  /** Which place, in one word. */
  readonly source: string;
  /** In US dollars, as decimal text. Never refused. */
  price(coin: Coin): Promise<Outcome<string, never>>;
}
