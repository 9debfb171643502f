/** Spans by the OpenTelemetry SDK, sent by OTLP over HTTP. Loaded only where they are wanted. */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Span as ApiSpan,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { seconds } from './durations.ts';
import { setTracer, type TraceSpan } from './tracing.ts';

export interface TracesConfig {
  /** The collector's base address; spans go to `/v1/traces` below it. */
  readonly url: string;
  /** The share of traces that is kept, from 0 to 1. */
  readonly share: number;
  /** The process: server, worker. */
  readonly role: string;
}

const written = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * The trace a caller named; its wish to be kept counts for nothing, as anybody could wish it. Whether a trace is kept
 * follows from its id, so that all processes agree.
 */
function contextOf(traceparent: unknown): Context {
  const [, traceId = '', spanId = ''] =
    typeof traceparent === 'string' ? (written.exec(traceparent) ?? []) : [];
  const context = { traceId, spanId, traceFlags: 1, isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

/** A collector that is away delays no stop for longer. */
const stopsWithinMs = seconds(3);

/** Starts to make spans and to send them. */
export function startOtel({ url, share, role }: TracesConfig): void {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: seconds(3) });
  const provider = new TracerProvider({
    sampler: new TraceIdRatioBasedSampler(share),
    resource: resourceFromAttributes({
      'service.name': `giftlane-${role}`,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('giftlane');
  const open = (span: ApiSpan): TraceSpan => {
    const { traceId, spanId } = span.spanContext();
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-01`,
      child: (name, facts) => {
        const options = { kind: SpanKind.CLIENT, attributes: { ...facts } };
        return open(tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, span)));
      },
      end(facts, failed) {
        span.setAttributes({ ...facts });
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };
  setTracer({
    begin: (kind, name, parent) =>
      open(tracer.startSpan(name, { kind: kinds[kind] }, contextOf(parent))),
    stop: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(stopsWithinMs, undefined, { ref: false }),
      ]),
  });
}
