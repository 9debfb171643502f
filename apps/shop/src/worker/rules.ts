/** How the service worker handles a request, and what it may cache: only public answers to GET without `no-store`. */

/**
 * `page`: network, then shell. `asset`, `media`: cache, then network. `catalogue`: cache while it is fresh, then network,
 * then cache. `file`: network, then cache. `leave`: not handled.
 */
export type Treatment = 'page' | 'asset' | 'media' | 'catalogue' | 'file' | 'leave';

/** The parts of a request that the rules read. */
export interface CheckedRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly headers: Pick<Headers, 'has'>;
}

/** Calls with public answers. */
const open =
  /^\/api\/v1\/(?:giftcards(?:\/[^/]+)?|minmax-price\/[^/]+|brands\/[^/]+|settings\/[^/]+|options)$/;

/** Paths that are no pages: the API, assets, files. */
const noPage =
  /^\/(?:api|assets|media|tiles|share|sitemap)\/|\.[a-z0-9]+$|^\/(?:healthz|readyz|metrics)$/;

/** Files of the shell without a hash in their names. */
const named = /^\/(?:theme\.js|favicon\.svg)$/;

/** Pictures named by their content. No videos: they are large and come in ranges. */
const pictures =
  /^\/(?:media|tiles)\/[0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif|gif)(?:\.webp)?$/;

/** The treatment of a request; `origin` is the shop's. */
export function treatmentOf(asked: CheckedRequest, origin: string): Treatment {
  const { origin: theirs, pathname } = new URL(asked.url);
  if (asked.method !== 'GET' || theirs !== origin || asked.headers.has('range')) return 'leave';
  if (asked.mode === 'navigate') return noPage.test(pathname) ? 'leave' : 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (pictures.test(pathname)) return 'media';
  if (open.test(pathname)) return 'catalogue';
  return named.test(pathname) ? 'file' : 'leave';
}

/** The parts of an answer that the rules read. */
export interface CheckedResponse {
  readonly status: number;
  readonly type: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** True for a complete answer of the shop to an anonymous GET that allows caching. */
export function mayKeep(
  asked: Pick<CheckedRequest, 'method' | 'headers'>,
  answered: CheckedResponse,
): boolean {
  return (
    asked.method === 'GET' &&
    !asked.headers.has('authorization') &&
    answered.status === 200 &&
    answered.type === 'basic' &&
    !/no-store|private/.test(answered.headers.get('cache-control') ?? '')
  );
}

const seconds = (directives: string, name: string): number =>
  Number(new RegExp(`(?:^|[,\\s])${name}=(\\d+)`).exec(directives)?.[1] ?? 0);

/** The catalogue's answers embedded in a server-rendered page, by address. */
export function answersIn(page: string, origin: string): readonly (readonly [string, string])[] {
  const json = /<script type="application\/json" id="answers">([^<]*)</.exec(page)?.[1];
  const asked = (address: string): CheckedRequest => ({
    method: 'GET',
    url: new URL(address, origin).href,
    mode: 'cors',
    headers: new Map(),
  });
  return Object.entries<unknown>(JSON.parse(json ?? '{}'))
    .filter(([address]) => treatmentOf(asked(address), origin) === 'catalogue')
    .map(([address, answer]) => [address, JSON.stringify(answer)]);
}

/** True while a cached answer is fresh or may be shown stale, by its `cache-control`. */
export function mayShow({ headers }: Pick<CheckedResponse, 'headers'>, nowMs: number): boolean {
  const directives = headers.get('cache-control') ?? '';
  const givenMs = Date.parse(headers.get('date') ?? '');
  const allowed = seconds(directives, 'max-age') + seconds(directives, 'stale-while-revalidate');
  return nowMs - givenMs <= allowed * 1_000;
}

/** The keys to delete so that the newest `most` remain; caches list keys by insertion. */
export function surplus<T>(keys: readonly T[], most: number): readonly T[] {
  return keys.slice(0, Math.max(0, keys.length - most));
}
