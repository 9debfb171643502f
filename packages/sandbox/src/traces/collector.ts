/** A collector of traces: takes spans as OTLP/HTTP sends them, in JSON, and keeps them. */
import { fastify } from 'fastify';
import { host } from '../listen.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

interface Envelope {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

export interface Collector {
  readonly url: string;
  /** All that was sent, as it came. */
  readonly bodies: readonly string[];
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

/** Starts it on any free port of the loopback address. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const app = fastify({ bodyLimit: 16 * 1024 * 1024 });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/v1/traces', async ({ body }) => {
    bodies.push(String(body));
    return {};
  });
  const url = await app.listen({ port: 0, host });
  return {
    url,
    bodies,
    spans: () =>
      bodies
        .map((body) => JSON.parse(body) as Envelope)
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    close: () => app.close(),
  };
}
