/**
 * Prices of coins in the shape of the Coinbase Exchange API, which needs no key for them:
 * `GET /products/BTC-USD/candles?granularity=300&start=…&end=…`.
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
