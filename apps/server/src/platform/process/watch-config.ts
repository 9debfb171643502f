/** Where a process can be watched: the port of one that serves no pages, and its traces. */
import { http, type Reader } from './env.ts';

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

/** Reads OpenTelemetry's own variables; the exporter reads others, such as its headers, by itself. */
export function readTraces(read: Reader): { url: string; share: number } | undefined {
  if (read.value('OTEL_EXPORTER_OTLP_ENDPOINT') === undefined) return undefined;
  const share = Number(read.value('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(share >= 0 && share <= 1)) read.bad('OTEL_TRACES_SAMPLER_ARG', 'a share from 0 to 1');
  return { url: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', http), share };
}
