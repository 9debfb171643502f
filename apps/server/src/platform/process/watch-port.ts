/** The port of a process that serves no pages, for balancers and Prometheus: `/healthz`, `/readyz`, `/metrics`. */
import { fastify } from 'fastify';
import type { Db } from '../db/db.ts';
import { seconds } from './durations.ts';
import { healthRoutes } from './health.ts';
import type { Log } from './log.ts';
import { type Figure, metricsRoutes, readyFigure } from './metrics.ts';
import type { WatchConfig } from './watch-config.ts';

interface Watched {
  readonly log: Log;
  readonly figures: readonly Figure[];
  /** Asked by `/readyz`; undefined when the process knows by its loop. */
  readonly db?: Pick<Db, 'rows'> | undefined;
  /** When the process' loop last did its work, by `performance.now()`. */
  readonly turnedMs: () => number;
  /** A loop that did not turn for so long stands still. */
  readonly standsAfterMs: number;
  /** Whether the process was asked to stop; by default it is not. */
  readonly stopping?: () => boolean;
}

export interface WatchPort {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens. */
export async function openWatchPort(at: WatchConfig, watched: Watched): Promise<WatchPort> {
  const { log, db, turnedMs, standsAfterMs, stopping = () => false } = watched;
  const app = fastify({ logger: false, forceCloseConnections: true, requestTimeout: seconds(5) });
  app.server.maxConnections = 50;
  const problem = healthRoutes(app, {
    ...(db && { db }),
    stopping,
    obstacle: () =>
      performance.now() - turnedMs() > standsAfterMs ? 'its loop does not turn' : undefined,
  });
  metricsRoutes(app, {
    figures: [readyFigure(problem), ...watched.figures],
    log,
    token: at.metricsToken,
    openHere: at.openHere,
  });
  const url = await app.listen({ port: at.port, host: at.host });
  return { url, close: () => app.close() };
}
