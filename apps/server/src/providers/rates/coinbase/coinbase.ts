/**
 * The coins' side of the rates port on Coinbase Exchange's public candles, which need no key:
 * `GET /products/BTC-USD/candles`, each `[start, low, high, open, close, volume]`, newest first.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import * as z from 'zod';
import { done } from '../../outcome.ts';
import type { CoinPrice, CoinRates, CoinSpot, PriceStep } from '../port.ts';
import { believable, type FeedOptions, rateSchema, readFeed } from '../read-feed.ts';

const secondsOf: Record<PriceStep, number> = { fiveMinutes: 300, hour: 3_600, day: 86_400 };

const anyPrice = z.number().positive();

const candleSchema = (coin: Coin) =>
  z
    .tuple([
      z.int().positive(),
      anyPrice,
      anyPrice,
      anyPrice,
      rateSchema(believable[coin]),
      z.number().nonnegative(),
    ])
    .refine(
      ([, low, high, , close]) => low <= Number(close) && Number(close) <= high,
      'Not a candle',
    )
    .transform(([start, , , , close]) => ({ start, close }));

const schemas = {
  btc: z.array(candleSchema('btc')),
  ltc: z.array(candleSchema('ltc')),
};

/** Makes the port from plain options; the base address is https://api.exchange.coinbase.com. */
export function makeCoinbase(options: FeedOptions): CoinRates {
  return {
    async prices(coin, { step, fromMs, toMs }) {
      const size = secondsOf[step];
      // A candle counts when its end lies in the span: the one under way has no last price yet.
      const first = Math.floor(fromMs / 1_000 / size) * size;
      const last = Math.floor(toMs / 1_000 / size - 1) * size;
      if (last < first) return done([]);
      const candles = await readFeed(options, {
        path: `/products/${coin.toUpperCase()}-USD/candles`,
        query: {
          granularity: String(size),
          start: new Date(first * 1_000).toISOString(),
          end: new Date(last * 1_000).toISOString(),
        },
        schema: schemas[coin],
      });
      if (candles.kind === 'unknown') return candles;
      const prices = candles.value
        // Some may lie outside of what was asked for, the documentation says.
        .filter(({ start }) => start >= first && start <= last && start % size === 0)
        .map(({ start, close }): CoinPrice => ({ atMs: (start + size) * 1_000, usd: close }));
      return done(prices.sort((a, b) => a.atMs - b.atMs));
    },
  };
}

/** Its last trade: `GET /products/BTC-USD/ticker`. */
export function makeCoinbaseSpot(options: FeedOptions): CoinSpot {
  return {
    source: 'coinbase',
    async price(coin) {
      const ticker = await readFeed(options, {
        path: `/products/${coin.toUpperCase()}-USD/ticker`,
        query: {},
        schema: z.object({ price: rateSchema(believable[coin]) }),
      });
      return ticker.kind === 'done' ? done(ticker.value.price) : ticker;
    },
  };
}
