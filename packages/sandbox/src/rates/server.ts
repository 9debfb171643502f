/**
 * An exchange-rates feed in the shape of the Frankfurter API (v1), which carries the European
 * Central Bank's reference rates: `/latest`, `/{date}`, `/{from}..{to}`; and `/history` for charts.
 * Coins are below `/products`, as at Coinbase Exchange.
 */
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { type Fault, type Faults, waitFor } from '../faults.ts';
import { host, listenAt } from '../listen.ts';
import type { UsdPer } from './coins.ts';
import { addCandles, addTickers } from './products.ts';
import {
  dateOf,
  dayMs,
  known,
  momentsOf,
  noonOf,
  type PerUsd,
  quotedIn,
  ratesAt,
} from './rates.ts';

export interface RatesFeed {
  readonly url: string;
  /** Sets what one US dollar buys, by upper-case currency; null goes back to the made-up rates. */
  set(perUsd: PerUsd | null): void;
  /** Sets what a coin costs in US dollars, by upper-case coin; null goes back to the made-up prices. */
  setCoins(usdPer: UsdPer | null): void;
  /** Sets what the second place says of the first one's price, such as 1.05; they agree at 1. */
  setApart(factor: number): void;
  close(): Promise<void>;
}

interface Query {
  readonly base?: string;
  readonly symbols?: string;
  readonly days?: string;
}

interface Quote {
  readonly base: string;
  readonly symbols: readonly string[];
}

const longestDays = 366;

/** Which rates are asked for; undefined when a currency is not known. */
function readQuote({ base = 'EUR', symbols }: Query): Quote | undefined {
  const wanted = symbols === undefined ? known : symbols.split(',');
  const all = [base, ...wanted].every((code) => known.includes(code));
  return all ? { base, symbols: wanted } : undefined;
}

const missing = (reply: FastifyReply) => reply.code(404).send({ message: 'not found' });

/** Starts the feed on the loopback address. Of a span it tells the last `mostDays`. */
export async function startRates(
  port: number,
  faults: Faults,
  mostDays = longestDays,
): Promise<RatesFeed> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  const closing = new AbortController();
  let fixed: PerUsd | null = null;
  let fixedCoins: UsdPer | null = null;
  const set = (perUsd: PerUsd | null) => {
    fixed = perUsd;
  };
  let apart = 1;
  const setCoins = (usdPer: UsdPer | null) => {
    fixedCoins = usdPer;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/__sandbox')) return;
    const ofCoins = /^\/(?:products|0\/public)\//.test(request.url);
    const fault = faults.take(ofCoins ? 'coins' : 'rates', []);
    await waitFor(fault, closing.signal);
    if (fault) spoil(fault, reply);
  });
  addReading(app, (timeMs) => ({ ...ratesAt(timeMs), ...fixed }), mostDays);
  addCandles(app, () => fixedCoins);
  addTickers(
    app,
    () => fixedCoins,
    () => apart,
  );
  addSetting(app, 'rates', set);
  addSetting(app, 'coins', setCoins);
  const url = await listenAt(port, (wished) => app.listen({ host, port: wished }));
  return {
    url,
    set,
    setCoins,
    setApart(factor) {
      apart = factor;
    },
    async close() {
      closing.abort();
      await app.close();
    },
  };
}

function addReading(app: FastifyInstance, at: (timeMs: number) => PerUsd, mostDays: number): void {
  /** Like a central bank: one set of rates a day. */
  const onDay = (timeMs: number, { base, symbols }: Quote) =>
    quotedIn(at(noonOf(dateOf(timeMs)) ?? timeMs), base, symbols);

  app.get<{ Querystring: Query }>('/latest', (request, reply) => {
    const quote = readQuote(request.query);
    if (!quote) return missing(reply);
    const now = Date.now();
    return { amount: 1, base: quote.base, date: dateOf(now), rates: onDay(now, quote) };
  });

  app.get<{ Querystring: Query }>('/history', (request, reply) => {
    const quote = readQuote(request.query);
    const days = Number(request.query.days ?? '30');
    if (!quote || !Number.isInteger(days) || days < 1 || days > longestDays) return missing(reply);
    const points = momentsOf(days, Date.now()).map((timeMs) => ({
      at: new Date(timeMs).toISOString(),
      rates: quotedIn(at(timeMs), quote.base, quote.symbols),
    }));
    return { base: quote.base, points };
  });

  app.get<{ Params: { when: string }; Querystring: Query }>('/:when', (request, reply) => {
    const { when } = request.params;
    const quote = readQuote(request.query);
    const days = quote && daysOf(when)?.slice(-mostDays);
    if (!quote || !days) return missing(reply);
    const { base } = quote;
    const rates = days.map((day) => [dateOf(day), onDay(day, quote)] as const);
    const [first, last] = [rates[0], rates.at(-1)];
    if (!when.includes('..')) return { amount: 1, base, date: first?.[0], rates: first?.[1] };
    const span = { start_date: first?.[0], end_date: last?.[0] };
    return { amount: 1, base, ...span, rates: Object.fromEntries(rates) };
  });
}

/** The noons of `2026-11-01` or `2026-10-01..2026-11-01`; undefined when it is neither. */
function daysOf(when: string): number[] | undefined {
  const [from = '', to = from] = when.split('..');
  const first = noonOf(from);
  const last = to === '' ? Date.now() : noonOf(to);
  if (first === undefined || last === undefined || last < first) return undefined;
  const days = Math.floor((last - first) / dayMs) + 1;
  if (days > longestDays) return undefined;
  return Array.from({ length: days }, (_, day) => first + day * dayMs);
}

/**
 * `PUT /__sandbox/rates {"EUR": 0.9}` sets rates per US dollar, `PUT /__sandbox/coins {"BTC": 90000}`
 * prices in US dollars; `DELETE` forgets them.
 */
function addSetting(
  app: FastifyInstance,
  what: 'rates' | 'coins',
  set: (numbers: Readonly<Record<string, number>> | null) => void,
): void {
  app.put<{ Body: Record<string, number> }>(`/__sandbox/${what}`, (request, reply) => {
    set(request.body);
    return reply.code(204).send();
  });
  app.delete(`/__sandbox/${what}`, (_request, reply) => {
    set(null);
    return reply.code(204).send();
  });
}

function spoil(fault: Fault, reply: FastifyReply): void {
  if (fault.kind === 'http_500') reply.code(500).send({ message: 'down' });
  if (fault.kind === 'http_429') reply.code(429).send({ message: 'slow down' });
  if (fault.kind === 'garbage') reply.code(200).send({ base: 'USD', rates: { EUR: 'much' } });
  if (fault.kind === 'reset' || fault.kind === 'silence') reply.hijack();
  if (fault.kind === 'reset') reply.raw.socket?.resetAndDestroy();
}
