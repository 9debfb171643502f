/** Prometheus metrics: the process, its requests, and gauges the features contribute. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { remember } from '../db/remember.ts';
import type { Http } from '../http/http.ts';
import { isOwnQuestion } from '../http/internal-request.ts';
import { Refusal } from '../http/refusal.ts';
import { sha256 } from '../secrets/secrets.ts';
import { seconds } from './durations.ts';
import type { Log } from './log.ts';

/** A gauge computed when metrics are scraped, and cached for a while. */
export interface Figure {
  readonly name: string;
  readonly help: string;
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

/**
 * Serves `/metrics` to whoever has the token, and to this machine where that is open; to others there is no such address. A
 * figure that can not be read is left out and logged.
 */
export function metricsRoutes(
  { app, responseCache }: Pick<Http, 'app' | 'responseCache'>,
  { figures, log, token, openHere }: MetricsParts,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, next) => {
    if (isOwnQuestion(request.raw)) return next();
    durations.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
    next();
  });
  responseCache.observe(({ method, route, seconds }) => {
    durations.observe({ method, route, status: 200 }, seconds);
  });
  for (const figure of figures) gauge(registry, figure, log);
  app.get('/metrics', async (request, reply) => {
    if (!(openHere && isLocal(request)) && !hasToken(request, token))
      throw new Refusal('route.not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
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

const rememberedMs = seconds(15);

function gauge(registry: Registry, { name, help, read }: Figure, log: Log): void {
  const figureNow = remember(rememberedMs, read);
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
