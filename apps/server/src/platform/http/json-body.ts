import type { FastifyInstance } from 'fastify';
import { RateLimit } from '../limits/rate-limit.ts';
import { minutes } from '../process/durations.ts';
import { type IsProxy, wideNetworkOf } from './network.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

/** Counts a body before it is parsed; refuses `request.throttled`. */
export type CountBody = (address: string, bytes: number) => void;

/** The longest that a call describes, a cart of 200 lines, is half of it. What is not whole yet waits in memory. */
export const maxBodyBytes = 128 * 1024;

/** Longer bodies are rare, and parsing one of many member names takes as long as twenty usual calls. */
export const longBodyBytes = 16 * 1024;

/** Bytes of long bodies per wide network and minute. */
export const mostLongBytes = 16 * 1024 * 1024;

/** Counts long bodies by network; trusted proxies are exempt. */
export function countLongBodies(isProxy: IsProxy, throttle: number): CountBody {
  const limit = new RateLimit(mostLongBytes * throttle, minutes(1));
  return (address, bytes) => {
    if (bytes <= longBodyBytes || isProxy(address, 0)) return;
    const network = wideNetworkOf(address);
    limit.requireLeft(network);
    limit.take(network, bytes);
  };
}

/** Parses JSON only; refuses `__proto__`; an empty body counts as none. */
export function parseJson(app: FastifyInstance, count: CountBody): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, stream, done) => {
    const { bodyLimit = maxBodyBytes, config } = request.routeOptions;
    if (Number(request.headers['content-length']) > bodyLimit)
      return done(new Refusal('request.too_large'));
    readBody(stream, bodyLimit, (error, bytes) => {
      if (!bytes) return done(error);
      if (config.keepRaw) request.rawBody = bytes;
      if (bytes.length === 0) return done(null, undefined);
      try {
        count(request.ip, bytes.length);
      } catch (refusal) {
        return done(refusal as Error);
      }
      parse(request, bytes.toString('utf8'), done);
    });
  });
}

/** Takes files as they are, where a call wants one. */
export function parseFiles(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request, stream, done) => {
    const { fileBytes = 0 } = request.routeOptions.config;
    if (fileBytes === 0) return done(new Refusal('request.media_type'));
    if (Number(request.headers['content-length']) > fileBytes)
      return done(new Refusal('request.too_large'));
    readBody(stream, fileBytes, (error, bytes) => {
      done(error, bytes && new File([Uint8Array.from(bytes)], ''));
    });
  });
}
