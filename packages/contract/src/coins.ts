/**
 * The coins, and everything that has a rate. No schema is here: pages of the shop load this module
 * without the schema library.
 */
import { currencies } from './money.ts';

/** The supported coins, lower case as on the wire. */
export const coins = ['btc', 'ltc'] as const;
export type Coin = (typeof coins)[number];

/** Currencies first, then coins. */
export const ratedCodes = [...currencies, ...coins] as const;
export type RatedCode = (typeof ratedCodes)[number];

/** How far back a history of rates goes. */
export const rateSpans = ['day', 'week', 'month', 'year'] as const;
export type RateSpan = (typeof rateSpans)[number];

/** A history has at most so many points. */
export const mostRatePoints = 200;
