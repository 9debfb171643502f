import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, isTracing, type TraceSpan, within } from '../process/tracing.ts';
import { isOwnQuestion } from './internal-request.ts';

/** Makes each request a span of the trace its `traceparent` names, or of a new one. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, TraceSpan>();
  app.addHook('onRequest', (request, _reply, next) => {
    const { raw, method, routeOptions, headers } = request;
    if (isOwnQuestion(raw)) return next();
    // The route, not the address: addresses hold tokens and codes.
    const span = beginSpan(
      'server',
      `${method} ${routeOptions.url ?? 'none'}`,
      headers.traceparent,
    );
    if (span) spans.set(request, span);
    within(span, next);
  });
  // The body came by events of the socket, which belong to no span.
  app.addHook('preHandler', (request, _reply, next) => within(spans.get(request), next));
  app.addHook('onResponse', (request, { statusCode }, next) => {
    const span = spans.get(request);
    span?.end({ status: String(statusCode) }, statusCode >= 500);
    within(span, next);
  });
}
