import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Http } from '../../platform/http.ts';
import { mediaDir, mediaTypes, namedByContent } from './media.ts';

const typeOf = (path: string) => mediaTypes[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''];

/**
 * Serves `GET /media/*`. Only known types below the folder are served, none of them as a page: a picture
 * that is opened by itself runs no script, whatever is in it.
 */
export function mediaRoutes(http: Http, { dataDir }: { dataDir: string }): void {
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
      reply.header(
        'cache-control',
        namedByContent(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      );
    },
  });
}
