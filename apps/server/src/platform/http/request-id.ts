import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Accepted form of a proxy's `x-request-id`; others are replaced. */
const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Names requests, so that a reply, its log lines and the proxy's agree: by the `x-request-id` they came
 * with, or by a fresh one. Replies carry it in the same header.
 */
export function nameRequests(app: FastifyInstance): void {
  // A random prefix per process and a counter: unique, and cheaper than random ids.
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  app.setGenReqId(({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && acceptable.test(given)) return given;
    count += 1;
    return `${process}.${count.toString(36)}`;
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.raw.setHeader('x-request-id', request.id);
    next();
  });
}
