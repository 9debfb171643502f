/**
 * Prices of coins in the shape of the Coinbase Exchange API, which needs no key for them:
 * `GET /products/BTC-USD/candles?granularity=300&start=…&end=…` and `GET /products/BTC-USD/ticker`; and in that of
 * Kraken's public ticker, `GET /0/public/Ticker?pair=XBTUSD`.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { candleAt, priceAt, type UsdPer } from './coins.ts';

interface Query {
  readonly granularity?: string;
  readonly start?: string;
  readonly end?: string;
}

const granularities = [60, 300, 900, 3_600, 21_600, 86_400];
const mostCandles = 300;

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ message });

/** The first and last second asked for; without both the newest candles are meant. */
function readSpan({ start, end }: Query, granularity: number): [number, number] {
  if (start !== undefined && end !== undefined)
    return [Date.parse(start) / 1_000, Date.parse(end) / 1_000];
  const now = Date.now() / 1_000;
  return [now - granularity * (mostCandles - 1), now];
}

/** Adds the route; `fixed` answers prices that were set. */
export function addCandles(app: FastifyInstance, fixed: () => UsdPer | null): void {
  app.get<{ Params: { product: string }; Querystring: Query }>(
    '/products/:product/candles',
    (request, reply) => {
      const [coin = '', money] = request.params.product.split('-');
      if (money !== 'USD' || priceAt(coin, 0) === undefined) return refuse(reply, 404, 'NotFound');
      const granularity = Number(request.query.granularity ?? '60');
      if (!granularities.includes(granularity))
        return refuse(reply, 400, 'Unsupported granularity');
      const [from, to] = readSpan(request.query, granularity);
      if (!(from <= to)) return refuse(reply, 400, 'start must be before end');
      if ((to - from) / granularity > mostCandles)
        return refuse(
          reply,
          400,
          `granularity too small for the requested time range. Count of aggregations requested exceeds ${mostCandles}`,
        );
      const priceOf = (timeMs: number) => fixed()?.[coin] ?? priceAt(coin, timeMs) ?? 0;
      const first = Math.ceil(from / granularity) * granularity;
      const last = Math.floor(Math.min(to, Date.now() / 1_000) / granularity) * granularity;
      const count = Math.max(0, (last - first) / granularity + 1);
      // Newest first.
      return Array.from({ length: count }, (_, index) =>
        candleAt(last - index * granularity, granularity, priceOf),
      );
    },
  );
}

/** Kraken's names: of the pair that is asked for, and of the one it answers with. */
const krakenPairs = new Map([
  ['XBTUSD', { coin: 'BTC', answered: 'XXBTZUSD' }],
  ['LTCUSD', { coin: 'LTC', answered: 'XLTCZUSD' }],
]);

/** Adds what a coin costs at this moment, at both places; `apart` is by how much the second differs from the first. */
export function addTickers(
  app: FastifyInstance,
  fixed: () => UsdPer | null,
  apart: () => number,
): void {
  const priceNow = (coin: string) => fixed()?.[coin] ?? priceAt(coin, Date.now());
  app.get<{ Params: { product: string } }>('/products/:product/ticker', (request, reply) => {
    const [coin = '', money] = request.params.product.split('-');
    const price = money === 'USD' ? priceNow(coin) : undefined;
    if (price === undefined) return refuse(reply, 404, 'NotFound');
    return { trade_id: 1, price: price.toFixed(2), size: '0.01', time: new Date().toISOString() };
  });
  app.get<{ Querystring: { pair?: string } }>('/0/public/Ticker', (request) => {
    const pair = krakenPairs.get(request.query.pair ?? '');
    if (!pair) return { error: ['EQuery:Unknown asset pair'] };
    const price = (priceNow(pair.coin) ?? 0) * apart();
    return { error: [], result: { [pair.answered]: { c: [price.toFixed(5), '0.01'] } } };
  });
}
