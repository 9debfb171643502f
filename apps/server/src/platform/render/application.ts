/** Serves a built application of the browser whose every address is its one page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { days } from '../process/durations.ts';

/** Its own files alone: no inline script or style, no other origin. */
const contentPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

const headers = {
  'content-security-policy': contentPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
};
const immutable = `public, max-age=${days(365) / 1000}, immutable`;

/** Serves `folder`: assets by their names, `index.html` for every other address but those of the API. */
export function applicationRoutes(app: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/*', (_request, reply) =>
      reply
        .code(503)
        .type('text/plain')
        .send('The back office is not built: run "npm start" once.'),
    );
    return;
  }
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply
      .headers({ 'cache-control': immutable, vary: 'accept-encoding' })
      .sendFile(`assets/${request.params['*']}`),
  );
  app.get('/*', (request, reply) =>
    request.url.startsWith('/api/')
      ? reply.callNotFound()
      : reply.headers(headers).sendFile('index.html'),
  );
}
