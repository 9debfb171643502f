/**
 * The rates port on a feed that answers like the Frankfurter API (v1), which carries the European
 * Central Bank's reference rates.
 */
import { currencies } from '@giftlane/contract/money/money.ts';
import * as z from 'zod';
import { days } from '../../../platform/process/durations.ts';
import { done, unknown } from '../../outcome.ts';
import type { DayRates, Rates } from '../port.ts';
import { type FeedOptions, rateSchema, readFeed } from '../read-feed.ts';

/**
 * What a dollar has bought in fifty years, and some more. It catches a feed that counts the other way
 * round or in cents: the euro alone has been on both sides of one.
 */
const ratesSchema = z
  .object({
    AUD: rateSchema([0.8, 2.5]),
    CAD: rateSchema([0.85, 2]),
    GBP: rateSchema([0.35, 1.1]),
    EUR: rateSchema([0.5, 1.5]),
  })
  .transform(({ AUD, CAD, GBP, EUR }): DayRates['perUsd'] => ({
    usd: '1',
    aud: AUD,
    cad: CAD,
    gbp: GBP,
    eur: EUR,
  }));

const latestSchema = z
  .object({ base: z.literal('USD'), date: z.iso.date(), rates: ratesSchema })
  .transform(({ date, rates }): DayRates => ({ asOf: date, perUsd: rates }));

const historySchema = z
  .object({ base: z.literal('USD'), rates: z.record(z.iso.date(), ratesSchema) })
  .transform(({ rates }): DayRates[] =>
    Object.entries(rates)
      .map(([asOf, perUsd]) => ({ asOf, perUsd }))
      .sort((a, b) => a.asOf.localeCompare(b.asOf)),
  );

const query = {
  base: 'USD',
  symbols: currencies
    .filter((currency) => currency !== 'usd')
    .map((code) => code.toUpperCase())
    .join(','),
};

/** Makes the port from plain options. */
export function makeFeed(options: FeedOptions): Rates {
  return {
    async latest() {
      const latest = await readFeed(options, { path: '/latest', query, schema: latestSchema });
      // A day to come would stay the newest until it has been.
      const tomorrow = new Date(Date.now() + days(1)).toISOString().slice(0, 10);
      if (latest.kind === 'done' && latest.value.asOf > tomorrow)
        return unknown(`rates of ${latest.value.asOf}`);
      return latest;
    },
    async history(from, to) {
      const path = `/${from}..${to}`;
      const days = await readFeed(options, { path, query, schema: historySchema });
      if (days.kind === 'unknown') return days;
      return done(days.value.filter(({ asOf }) => asOf >= from && asOf <= to));
    },
  };
}
