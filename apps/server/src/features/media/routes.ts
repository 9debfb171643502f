import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/process/log.ts';
import { mediaDir, mediaTypes, namedByContent } from './files.ts';
import { makeTiles } from './tiles.ts';

const typeOf = (path: string) => mediaTypes[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''];

const forEver = 'public, max-age=31536000, immutable';

/** Serves `GET /tiles/*`: stored pictures as thumbnails for lists. */
function tileRoutes({ app }: Http, parts: { dataDir: string; log: Log }): void {
  const tiles = makeTiles(parts);
  app.get<{ Params: { '*': string } }>('/tiles/*', async ({ params, headers }, reply) => {
    const path = params['*'];
    const found = await tiles.find(path);
    if (!found) return reply.callNotFound();
    if ('movedTo' in found)
      return reply.header('cache-control', 'no-cache').redirect(found.movedTo, 302);
    const tag = `"${path}"`;
    reply.header('cache-control', forEver).header('etag', tag);
    if (headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type('image/webp').send(found);
  });
}

/**
 * Serves `GET /media/*` and thumbnails of its pictures. Only known types are served, with a CSP that sandboxes them: a
 * picture opened as a document, such as an SVG, runs no script.
 */
export function mediaRoutes(http: Http, parts: { dataDir: string; log: Log }): void {
  const { dataDir } = parts;
  tileRoutes(http, parts);
  const root = resolve(mediaDir(dataDir));
  http.app.register(fastifyStatic, {
    root,
    prefix: '/media/',
    decorateReply: false,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    allowedPath: (path) => typeOf(path) !== undefined,
    setHeaders(reply, path) {
      reply.header('content-type', typeOf(path) ?? 'application/octet-stream');
      reply.header('x-content-type-options', 'nosniff');
      reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      reply.header('cache-control', namedByContent(path) ? forEver : 'public, max-age=300');
    },
  });
}
