/** Asks a feed that needs no key, and reads what it says. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import * as z from 'zod';
import { ask, jsonOf } from '../ask.ts';
import { done, type Unknown, unknown } from '../outcome.ts';

/** Where a feed is, and how long it may take to answer. */
export interface FeedOptions {
  /** The feed's base address, such as https://api.frankfurter.dev/v1. */
  readonly url: string;
  readonly timeoutMs?: number;
}

/** What a coin may cost: wide enough for a wild year, too narrow for another unit or another coin. */
export const believable: Record<Coin, readonly [number, number]> = {
  btc: [1_000, 10_000_000],
  ltc: [1, 100_000],
};

const defaultTimeoutMs = 10_000;

/**
 * A rate as decimal text, within `range`. JSON's number has fewer digits than a double can hold, so
 * its shortest text is the feed's own.
 */
export const rateSchema = ([least, most]: readonly [number, number]) =>
  z
    .union([z.number(), z.string()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,8}(\.\d{1,10})?$/, 'Not a plain decimal'))
    .refine((text) => Number(text) > least && Number(text) < most, 'Not a believable rate');

/** Asks below the base address; whatever is not an answer of the schema's shape is unknown. */
export async function readFeed<S extends z.ZodType>(
  { url, timeoutMs = defaultTimeoutMs }: FeedOptions,
  { path, query, schema }: { path: string; query: Record<string, string>; schema: S },
): Promise<{ readonly kind: 'done'; readonly value: z.output<S> } | Unknown> {
  const address = new URL(url + path);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const answer = await ask({
    method: 'GET',
    url: address.href,
    // Coinbase answers nobody who does not say who asks.
    headers: { accept: 'application/json', 'user-agent': 'giftlane' },
    deadline: AbortSignal.timeout(timeoutMs),
  });
  if (answer.kind === 'unknown') return unknown(answer.reason);
  if (answer.status !== 200) return unknown(`HTTP ${answer.status}`);
  const read = schema.safeParse(jsonOf(answer));
  return read.success ? done(read.data) : unknown(`not rates: ${read.error.issues[0]?.message}`);
}
