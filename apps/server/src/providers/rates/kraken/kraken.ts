/**
 * What a coin costs by Kraken's public ticker, which needs no key: `GET /0/public/Ticker?pair=XBTUSD`; `c` is the
 * price of the last trade and its volume. The base address is https://api.kraken.com.
 */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import * as z from 'zod';
import { done, unknown } from '../../outcome.ts';
import type { CoinSpot } from '../port.ts';
import { believable, type FeedOptions, rateSchema, readFeed } from '../read-feed.ts';

/** Its own names of the coins against the US dollar. */
const pairs: Record<Coin, string> = { btc: 'XBTUSD', ltc: 'LTCUSD' };

const tickerSchema = (coin: Coin) =>
  z.object({
    error: z.array(z.string()).max(0),
    result: z.record(
      z.string(),
      z.object({ c: z.tuple([rateSchema(believable[coin])], z.unknown()) }),
    ),
  });

/** Makes the port from plain options. */
export function makeKraken(options: FeedOptions): CoinSpot {
  return {
    source: 'kraken',
    async price(coin) {
      const ticker = await readFeed(options, {
        path: '/0/public/Ticker',
        query: { pair: pairs[coin] },
        schema: tickerSchema(coin),
      });
      if (ticker.kind !== 'done') return ticker;
      const [pair, ...others] = Object.values(ticker.value.result);
      return pair && others.length === 0 ? done(pair.c[0]) : unknown('not one pair');
    },
  };
}
