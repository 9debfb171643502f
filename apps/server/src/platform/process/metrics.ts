/** Prometheus metrics: the process, its requests, and gauges the features contribute. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { remember } from '../db/remember.ts';
import type { Http } from '../http/http.ts';
import { isOwnQuestion } from '../http/internal-request.ts';
import { secondsToFirstByte } from '../http/timed-response.ts';
import { sha256 } from '../secrets/secrets.ts';
import { seconds } from './durations.ts';
import type { Log } from './log.ts';
import { keepMeters, type Meter, meter, meters } from './meters.ts';

/** A gauge computed when metrics are scraped, and cached for a while. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  /** For how long it is not read again; a quarter of a minute by default. */
  readonly keptMs?: number;
  /** Undefined when there is nothing to tell yet. */
  read(): Promise<number | undefined>;
}

export interface MetricsParts {
  readonly figures: readonly Figure[];
  readonly log: Log;
  /** The token that allows reading from anywhere; empty: none does. */
  readonly token: string;
  /** Whether this machine may read without a token; requests of a proxy on it do not count as such. */
  readonly openHere: boolean;
}

/** What the meters of this process measured. */
const measured = new Registry();

const histogramOf = ({ name, help, labels: labelNames, buckets }: Meter): Histogram =>
  (measured.getSingleMetric(name) as Histogram | undefined) ??
  new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [measured] });

const firstByte = meter({
  name: 'http_first_byte_seconds',
  help: 'Time from the first byte of a request to the first of its reply, by class of status.',
  labels: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
});

/** Measures replies of a server, its own questions aside. */
export function measureReplies({ app, responseCache }: Pick<Http, 'app' | 'responseCache'>): void {
  app.addHook('onResponse', (request, reply, next) => {
    if (isOwnQuestion(request.raw)) return next();
    const { method, routeOptions } = request;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const seconds = secondsToFirstByte(reply.raw) ?? reply.elapsedTime / 1000;
    firstByte({ method, route: routeOptions.url ?? 'none', status }, seconds);
    next();
  });
  responseCache.observe(({ method, route, seconds }) =>
    firstByte({ method, route, status: '2xx' }, seconds),
  );
}

/**
 * Serves `/metrics` to whoever has the token, and to this machine where that is open; to others there is no such address. A
 * figure that can not be read in time is left out and logged.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { figures, log, token, openHere }: MetricsParts,
): void {
  const own = new Registry();
  // Of the process, whose shops in tests are several.
  if (!measured.getSingleMetric('process_cpu_seconds_total'))
    collectDefaultMetrics({ register: measured });
  meters.forEach(histogramOf);
  keepMeters((one, labels, seconds) => histogramOf(one).observe(labels, seconds));
  for (const figure of figures) gauge(own, figure, log);
  app.get('/metrics', async (request, reply) => {
    if (!(openHere && isLocal(request)) && !hasToken(request, token)) return reply.callNotFound();
    const texts = await Promise.all([own.metrics(), measured.metrics()]);
    return reply.type(own.contentType).send(texts.join('\n'));
  });
}

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** From this machine, and not through a proxy. */
function isLocal({ ip, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded;
  return forwarded === undefined && loopback.test(ip);
}

/** Compares digests in constant time. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== '' && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}

/** Whether `/readyz` says yes. */
export const readyFigure = (problem: () => Promise<string | undefined>): Figure => ({
  name: 'giftlane_ready',
  help: 'Whether the process can do its work: 1, else 0.',
  keptMs: 0,
  read: async () => Number((await problem()) === undefined),
});

const rememberedMs = seconds(15);
/** A database that hangs must not keep the other figures from being read. */
const readWithinMs = seconds(3);

/** Rejects when `work` takes too long. */
const inTime = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), readWithinMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

function gauge(
  registry: Registry,
  { name, help, read, keptMs = rememberedMs }: Figure,
  log: Log,
): void {
  const figureNow = remember(keptMs, () => inTime(read()));
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        const figure = await figureNow();
        if (figure === undefined) this.remove();
        else this.set(figure);
      } catch (error) {
        log.warn({ err: error, metric: name }, 'a metric could not be read');
        this.remove();
      }
    },
  });
}
