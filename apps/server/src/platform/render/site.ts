/** The built storefront: its files, its pages and their content security policy. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { folderOf, locale } from '@giftlane/texts/locale.ts';
import type { FastifyInstance } from 'fastify';
import type { ResponseCache } from '../http/response-cache.ts';
import { type Kind, sendAnswer } from '../http/send-answer.ts';
import { days, hours, seconds } from '../process/durations.ts';
import { makePages, type PageParts, readTemplate, type Template } from './pages.ts';
import { type AssetStore, assetFinder } from './shared-assets.ts';

/** Where `vite build` puts the storefront in the shop's language. */
export const builtShop = fileURLToPath(
  new URL(`../../../../shop/${folderOf(locale)}/`, import.meta.url),
);

/** Addresses a page may use to let somebody sign in by an account elsewhere. */
export interface IdentitySources {
  readonly script?: string;
  readonly style?: string;
  readonly frame?: string;
  readonly connect: string;
}

export interface SiteOptions extends PageParts {
  /** The folder of the built storefront. */
  readonly folder: string;
  /** Where the assets of other releases are, a folder for each. */
  readonly shared: string;
  /** Where those of other machines are; undefined where they share a disk. */
  readonly store?: AssetStore | undefined;
  /** Other origins whose script draws the payment buttons and whose window takes the payment. */
  readonly paymentOrigins: readonly string[];
  /** Whether the payment script writes style elements into the page, as PayPal's own does. */
  readonly paymentStyles: boolean;
  /** Origins of sign-in by another account; absent without it. */
  readonly identity?: IdentitySources | undefined;
  /** Other origins that keep pictures and films. */
  readonly mediaOrigins?: readonly string[];
  /** Whether the shop is reached by https, so that browsers may insist on it. */
  readonly secure: boolean;
  readonly responseCache: ResponseCache;
}

/**
 * What the storefront's page may load and do. Payment providers' scripts come from their own origin and
 * open windows and frames of it; of what is inline only the template's own script and styles count, by their digests.
 */
function contentPolicy(
  options: SiteOptions,
  { scriptSource, styleSource }: Pick<Template, 'scriptSource' | 'styleSource'>,
): string {
  const { paymentOrigins, paymentStyles, identity, mediaOrigins = [], secure } = options;
  const payment = paymentOrigins.join(' ');
  const media = mediaOrigins.map((origin) => ` ${origin}`).join('');
  const more = (source: string | undefined) => (source ? ` ${source}` : '');
  return [
    `default-src 'none'`,
    `script-src 'self'${more(scriptSource)} ${payment}${more(identity?.script)}`,
    // With a digest present browsers ignore 'unsafe-inline'.
    `style-src 'self'${more(paymentStyles ? `'unsafe-inline'` : styleSource)}${more(identity?.style)}`,
    `img-src 'self' data: ${payment}${media}`,
    `media-src 'self'${media}`,
    `font-src 'self'`,
    `connect-src 'self' ${payment}${more(identity?.connect)}`,
    `frame-src ${payment}${more(identity?.frame)}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

const shortly = `public, max-age=${hours(1) / 1000}`;
const immutable = `public, max-age=${days(365) / 1000}, immutable`;

const afresh = 'no-cache';

/** How long a page with words in it is sent again unasked: not all that is in it tells when it changes. */
const drawnMs = seconds(5);

function pageHeaders(options: SiteOptions, page: Template): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(options, page),
    // A payment window must be able to answer the page that opened it. Without https browsers pass the
    // header over, and complain.
    ...(options.secure && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    'x-frame-options': 'DENY',
  };
}

/**
 * Where a sign-in window ends. It has been at another site, so a policy of its own would cut it off from
 * the page that opened it, which it has to answer.
 */
const windowEnd = /^\/auth\/google\/callback\/?(\?|$)/;
const staysTied = { 'cross-origin-opener-policy': 'unsafe-none' };

/** A missing file is 404, not the page. */
const own = /^\/(api|assets|media|tiles)\//;

const missing = 'The storefront is not built: run "npm start", or "npm run build" once.';

/** What the storefront's own program asks for by the same name in every release. */
const asked = /\/(?:sw\.js|index\.html)$/;
/** What a file's packed forms are named beside its own name: they are sent for it and have no address. */
const packed = /\.(?:br|gz)$/;

/** The names of the files in a folder, without packed forms. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !packed.test(entry.name))
    .map(({ name }) => name);

/** Serves the built files that are there by now: those at the top, and those in `assets`. */
function serveFiles(
  app: FastifyInstance,
  { folder, shared, store }: Pick<SiteOptions, 'folder' | 'shared' | 'store'>,
  headers: Record<string, string>,
): void {
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const path = file.replace(packed, '');
      // The template is for the storefront's own use without a network; its address is nobody's page.
      if (path.endsWith('.html')) reply.headers({ ...headers, 'x-robots-tag': 'noindex' });
      if (path.includes('/assets/')) reply.header('cache-control', immutable);
      else reply.header('cache-control', asked.test(path) ? afresh : shortly);
    },
  });
  for (const name of filesIn(folder))
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  const assets = new Set(filesIn(join(folder, 'assets')));
  const placeOf = assetFinder(shared, store);
  // One route for hundreds of files, those of other releases among them.
  app.get<{ Params: { '*': string } }>('/assets/*', async ({ params: { '*': name } }, reply) => {
    if (assets.has(name)) return reply.sendFile(`assets/${name}`);
    const place = packed.test(name) ? undefined : await placeOf(name);
    return place === undefined ? reply.callNotFound() : reply.sendFile(name, place);
  });
}

/** Serves the storefront below every address that is not the API's. */
export function siteRoutes(app: FastifyInstance, options: SiteOptions): void {
  if (!existsSync(join(options.folder, 'index.html'))) {
    app.get('/*', (request, reply) =>
      own.test(request.url)
        ? reply.callNotFound()
        : reply.code(503).type('text/plain').send(missing),
    );
    return;
  }
  const page = readTemplate(options.folder);
  const headers = pageHeaders(options, page);
  serveFiles(app, options, headers);
  const kind: Kind = { type: 'text/html; charset=utf-8', cache: afresh, headers };
  const tied: Kind = { ...kind, headers: { ...headers, ...staysTied } };
  const pageOf = makePages(options.folder, page, options);
  app.get('/*', async (request, reply) => {
    if (own.test(request.url)) return reply.callNotFound();
    const [path = '/', query] = request.url.split(/[?#]/, 2);
    const { status, answer, drawn } = await pageOf(path, query);
    const { responseCache } = options;
    const again = drawn && { onServed: drawn.onServed, forMs: drawnMs };
    const sending = { kind: windowEnd.test(request.url) ? tied : kind, responseCache, again };
    drawn?.onServed?.(request.raw);
    if (status === 200) await sendAnswer(reply, answer, sending);
    else
      reply
        .code(status)
        .headers(headers)
        .header('cache-control', afresh)
        .type(kind.type)
        .send(answer.plain);
    return reply;
  });
}
