/** Prometheus metrics: the process, its requests, and gauges the features contribute. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Http } from './http.ts';
import type { Log } from './log.ts';

/** A figure that is asked for when metrics are scraped. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  /** Undefined when there is nothing to tell yet. */
  read(): Promise<number | undefined>;
}

/** Serves `/metrics`. A figure that can not be read is left out and logged. */
export function metricsRoutes(
  { app, shortcuts }: Pick<Http, 'app' | 'shortcuts'>,
  figures: readonly Figure[],
  log: Log,
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
  shortcuts.observe(({ route, seconds }) => {
    durations.observe({ method: 'GET', route, status: 200 }, seconds);
  });
  for (const { name, help, read } of figures) gauge(registry, { name, help, read }, log);
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function gauge(registry: Registry, { name, help, read }: Figure, log: Log): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        const figure = await read();
        if (figure === undefined) this.remove();
        else this.set(figure);
      } catch (error) {
        log.warn({ err: error, metric: name }, 'a metric could not be read');
        this.remove();
      }
    },
  });
}
