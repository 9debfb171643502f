import type { FastifyReply } from 'fastify';
import { makeAnswer, type PackedReply } from '../../platform/http/answer.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Kind, sendAnswer } from '../../platform/http/send-answer.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { brandPath } from './linked-data.ts';
import { openPaths } from './pages.ts';
import type { Pictures } from './pictures.ts';
import { robotsText } from './robots.ts';
import { indexFile, inFiles, placesFile, type SiteMapEntry } from './site-map.ts';

const forAnHour = 'public, max-age=3600';
const xml: Kind = { type: 'application/xml; charset=utf-8', cache: forAnHour };
const plain: Kind = { type: 'text/plain; charset=utf-8', cache: forAnHour };

export interface SeoParts {
  readonly catalog: Pick<Catalog, 'shelf' | 'edition'>;
  readonly publicUrl: string;
  readonly pictures: Pictures;
}

/** The site map's files by path, made anew with each edition of the catalogue, so not when only views were counted. */
function siteMap({ catalog, publicUrl }: SeoParts): () => ReadonlyMap<string, PackedReply> {
  let made: { edition: number; files: ReadonlyMap<string, PackedReply> } | undefined;
  const make = () => {
    const brands = catalog.shelf.brands.map(
      ({ id, updatedAt }): SiteMapEntry => ({ path: brandPath(id), changedAt: updatedAt }),
    );
    const files = [
      { path: '/sitemap/pages.xml', places: openPaths.map((path): SiteMapEntry => ({ path })) },
      ...inFiles(brands).map((places, i) => ({ path: `/sitemap/brands-${i + 1}.xml`, places })),
    ];
    return new Map([
      ['/sitemap.xml', indexFile(publicUrl, files)],
      ...files.map(({ path, places }) => [path, placesFile(publicUrl, places)] as const),
    ]);
  };
  return () => {
    if (made?.edition !== catalog.edition)
      made = {
        edition: catalog.edition,
        // `once`: megabytes in a large shop, requested a few times a day, so not for the response cache.
        files: new Map(
          [...make()].map(([path, text]) => [
            path,
            { ...makeAnswer(Buffer.from(text)), once: true },
          ]),
        ),
      };
    return made.files;
  };
}

/** Serves the site map, robots.txt and share pictures. */
export function seoRoutes(http: Http, parts: SeoParts): void {
  const { app, responseCache } = http;
  const files = siteMap(parts);
  const sendFile = async (path: string, reply: FastifyReply) => {
    const file = files().get(path);
    if (!file) return reply.callNotFound();
    await sendAnswer(reply, file, { kind: xml, responseCache });
    return reply;
  };
  app.get('/sitemap.xml', (_request, reply) => sendFile('/sitemap.xml', reply));
  app.get<{ Params: { file: string } }>('/sitemap/:file', ({ params }, reply) =>
    sendFile(`/sitemap/${params.file}`, reply),
  );

  const robots = makeAnswer(Buffer.from(robotsText(parts.publicUrl)));
  app.get('/robots.txt', async (_request, reply) => {
    await sendAnswer(reply, robots, { kind: plain, responseCache });
    return reply;
  });

  app.get<{ Params: { brand: string; file: string } }>(
    '/share/:brand/:file',
    async ({ params, headers }, reply) => {
      const found = await parts.pictures.find(params.brand, params.file);
      if (!found) return reply.callNotFound();
      if ('movedTo' in found)
        return reply.header('cache-control', 'no-cache').redirect(found.movedTo, 302);
      const tag = `"${params.file}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', tag);
      if (headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.type('image/jpeg').send(found);
    },
  );
}
