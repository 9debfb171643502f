/**
 * The rates port on a feed that answers like the Frankfurter API (v1), which carries the European
 * Central Bank's reference rates.
 */
import { currencies } from '@giftlane/contract/money.ts';
import * as z from 'zod';
import { ask, jsonOf } from '../../ask.ts';
import { done, unknown } from '../../outcome.ts';
import type { LatestRates, Rates } from '../port.ts';

export interface FeedOptions {
  /** The feed's base address, such as https://api.frankfurter.dev/v1. */
  readonly url: string;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/**
 * A rate as decimal text. JSON's number has fewer digits than a double can hold, so its shortest
 * text is the feed's own. The range catches a feed that counts the other way round or in cents.
 */
const rateSchema = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,4}(\.\d{1,10})?$/, 'Not a plain decimal'))
  .refine((text) => Number(text) > 0.05 && Number(text) < 20, 'Not a believable rate');

const others = currencies.filter((currency) => currency !== 'usd');

const answerSchema = z
  .object({
    base: z.literal('USD'),
    date: z.iso.date(),
    rates: z.object({ AUD: rateSchema, CAD: rateSchema, GBP: rateSchema, EUR: rateSchema }),
  })
  .transform(
    ({ date, rates }): LatestRates => ({
      asOf: date,
      perUsd: { usd: '1', aud: rates.AUD, cad: rates.CAD, gbp: rates.GBP, eur: rates.EUR },
    }),
  );

/** Makes the port from plain options. */
export function makeFeed({ url, timeoutMs = defaultTimeoutMs }: FeedOptions): Rates {
  const address = new URL(`${url}/latest`);
  address.searchParams.set('base', 'USD');
  address.searchParams.set('symbols', others.map((code) => code.toUpperCase()).join(','));
  return {
    async latest() {
      const answer = await ask({
        method: 'GET',
        url: address.href,
        headers: { accept: 'application/json' },
        deadline: AbortSignal.timeout(timeoutMs),
      });
      if (answer.kind === 'unknown') return unknown(answer.reason);
      if (answer.status !== 200) return unknown(`HTTP ${answer.status}`);
      const read = answerSchema.safeParse(jsonOf(answer));
      return read.success
        ? done(read.data)
        : unknown(`not rates: ${read.error.issues[0]?.message}`);
    },
  };
}
