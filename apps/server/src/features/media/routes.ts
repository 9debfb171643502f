import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Http } from '../../platform/http/http.ts';
import { isPlainKey } from '../../providers/storage/port.ts';
import { isCached, mediaFinder, mediaTypes, namedByContent } from './files.ts';
import { type MediaParts, makeTiles } from './tiles.ts';

const typeOf = (path: string) => mediaTypes[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''];

const forEver = 'public, max-age=31536000, immutable';

/** Serves `GET /tiles/*`: stored pictures as thumbnails for lists. */
function tileRoutes({ app }: Http, parts: MediaParts): void {
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

/** A CSP that sandboxes them: a picture opened as a document, such as an SVG, runs no script. */
const headersOf = (path: string) => ({
  'content-type': typeOf(path) ?? 'application/octet-stream',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cache-control': namedByContent(path) ? forEver : 'public, max-age=300',
});

/** Serves `GET /media/*` and thumbnails of its pictures. Only known types are served. */
export function mediaRoutes(http: Http, parts: MediaParts): void {
  const { open, served } = parts.files;
  tileRoutes(http, parts);
  const find = mediaFinder(parts.files);
  http.app.register(async (scope) => {
    type Asked = { Params: { '*': string } };
    if (served.isCache)
      scope.addHook<Asked>('preHandler', async ({ params }, reply) => {
        const path = params['*'];
        if (typeOf(path) === undefined) return;
        if (isCached(path)) await find(path);
        else if (isPlainKey(path)) {
          const bytes = await open.get(path);
          if (bytes) return reply.headers(headersOf(path)).send(bytes);
        }
      });
    scope.register(fastifyStatic, {
      root: resolve(served.folder),
      prefix: '/media/',
      decorateReply: false,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      allowedPath: (path) => typeOf(path) !== undefined,
      setHeaders(reply, path) {
        for (const [name, value] of Object.entries(headersOf(path))) reply.header(name, value);
      },
    });
  });
}
