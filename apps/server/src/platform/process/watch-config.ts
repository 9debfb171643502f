/** Where a process that serves no pages can be watched. */
import type { Reader } from './env.ts';

export interface WatchConfig {
  readonly port: number;
  readonly host: string;
  readonly metricsToken: string;
  /** Whether this machine may read metrics without the token. */
  readonly openHere: boolean;
}

/** Reads `WATCH_PORT`, `HOST` and `METRICS_TOKEN`; undefined: nowhere. */
export function readWatch(read: Reader, production: boolean): WatchConfig | undefined {
  if (read.value('WATCH_PORT') === undefined) return undefined;
  return {
    port: read.whole('WATCH_PORT', 0, [0, 65535]),
    host: read.value('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    metricsToken: read.value('METRICS_TOKEN') ?? '',
    openHere: !production,
  };
}
