/**
 * Exchange rates: fetched by chores, stored and shown. Currency rates also convert cashback (OPEN-24). Coin
 * payments use two agreeing sources (`spot.ts`), never the displayed history.
 */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Queryable } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { scaled } from './decimal.ts';
import { latestRates } from './queries.ts';

export { rateChores } from './collect.ts';
export { daysSinceRates, ratesSeen } from './queries.ts';
export { type CoinRate, coinRate, coinRatesIn, unitsFor, unitsWithin, worthOf } from './spot.ts';

/** A converted amount, with the facts that its journal stores. */
export interface Conversion {
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly facts: Readonly<Record<string, string>>;
}

/** Weekends and holidays have no rates; anything older does not count as current. */
const mostDays = 10;

/**
 * A function that converts at the latest stored rates, rounding down to the minor unit. Refuses
 * `rates.unavailable` without rates of the last ten days.
 */
export async function converter(
  db: Queryable,
  { from, to }: { from: Currency; to: Currency },
): Promise<(amountMinor: bigint) => Conversion> {
  const rows = await latestRates(db, [from, to], mostDays);
  const rate = (currency: Currency) => rows.find((row) => row.currency === currency);
  const [source, target] = [rate(from), rate(to)];
  if (!source || !target) throw new Refusal('rates.unavailable');
  const facts = {
    from,
    to,
    fromPerUsd: source.perUsd,
    toPerUsd: target.perUsd,
    asOf: target.asOf < source.asOf ? target.asOf : source.asOf,
  };
  return (amountMinor) => ({
    currency: to,
    amountMinor: (amountMinor * scaled(target.perUsd)) / scaled(source.perUsd),
    facts,
  });
}

/** Converts one amount; see `converter`. */
export async function convert(
  db: Queryable,
  amountMinor: bigint,
  currencies: { from: Currency; to: Currency },
): Promise<Conversion> {
  return (await converter(db, currencies))(amountMinor);
}
