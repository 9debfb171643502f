import type { FastifyInstance } from 'fastify';
import type { Log } from '../process/log.ts';
import { isOwnQuestion } from './internal-request.ts';
import { nameRequests } from './request-id.ts';

/**
 * One line a request, with the id its reply carries: what changes something or fails at `info`, what only
 * reads at `debug`.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  nameRequests(app);
  // Looking for secrets costs a twentieth of a purchase, and all a line says of a request stands below.
  const lines = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, next) => {
    if (isOwnQuestion(request.raw)) return next();
    const quiet = request.method === 'GET' && reply.statusCode < 400;
    const level = quiet ? 'debug' : 'info';
    if (lines.isLevelEnabled(level))
      lines[level](
        {
          requestId: request.id,
          method: request.method,
          // The route, not the address: addresses hold tokens and codes.
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
    next();
  });
}
