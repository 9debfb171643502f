/**
 * What the service worker does with a request, and what it may keep. Only what is the same for everybody is
 * ever kept: never an answer to somebody signed in, to anything but GET, or one that says `no-store`.
 */

/**
 * `page`: the network, else the shell. `asset`: what is kept, else the network. `catalogue`: what is kept
 * while it may be shown, else the network, else what is kept. `file`: the network, else what is kept.
 * `leave`: the browser's own business.
 */
export type Treatment = 'page' | 'asset' | 'media' | 'catalogue' | 'file' | 'leave';

/** What of a request decides. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly headers: Pick<Headers, 'has'>;
}

/** The calls whose answers are the same for everybody. */
const open =
  /^\/api\/v1\/(?:giftcards(?:\/[^/]+)?|minmax-price\/[^/]+|brands\/[^/]+|settings\/[^/]+|options)$/;

/** What is neither a page nor anything the worker knows: the API, pictures, files with a name. */
const noPage =
  /^\/(?:api|assets|media|tiles|share|sitemap)\/|\.[a-z0-9]+$|^\/(?:healthz|readyz|metrics)$/;

/** Files of the shell beside the assets, whose names stay when they change. */
const named = /^\/(?:theme\.js|favicon\.svg)$/;

/** Pictures named by what is in them; a video is too much to keep, and comes in parts. */
const pictures =
  /^\/(?:media|tiles)\/[0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif|gif)(?:\.webp)?$/;

/** What becomes of a request on the shop's own `origin`. */
export function treatmentOf(asked: Asked, origin: string): Treatment {
  const { origin: theirs, pathname } = new URL(asked.url);
  if (asked.method !== 'GET' || theirs !== origin || asked.headers.has('range')) return 'leave';
  if (asked.mode === 'navigate') return noPage.test(pathname) ? 'leave' : 'page';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (pictures.test(pathname)) return 'media';
  if (open.test(pathname)) return 'catalogue';
  return named.test(pathname) ? 'file' : 'leave';
}

/** What of an answer decides. */
export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** Whether an answer may be kept: whole, of this shop, and asked for by nobody in particular. */
export function mayKeep(asked: Pick<Asked, 'method' | 'headers'>, answered: Answered): boolean {
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

/** The answers about the catalogue that a page of the server carries, by their addresses. */
export function answersIn(page: string, origin: string): readonly (readonly [string, string])[] {
  const json = /<script type="application\/json" id="answers">([^<]*)</.exec(page)?.[1];
  const asked = (address: string): Asked => ({
    method: 'GET',
    url: new URL(address, origin).href,
    mode: 'cors',
    headers: new Map(),
  });
  return Object.entries<unknown>(JSON.parse(json ?? '{}'))
    .filter(([address]) => treatmentOf(asked(address), origin) === 'catalogue')
    .map(([address, answer]) => [address, JSON.stringify(answer)]);
}

/** How long after it was given an answer may be shown while a newer one is fetched, by its own word. */
export function mayShow({ headers }: Pick<Answered, 'headers'>, nowMs: number): boolean {
  const directives = headers.get('cache-control') ?? '';
  const givenMs = Date.parse(headers.get('date') ?? '');
  const allowed = seconds(directives, 'max-age') + seconds(directives, 'stale-while-revalidate');
  return nowMs - givenMs <= allowed * 1_000;
}

/** The keys that have to go so that the newest `most` stay; a cache lists them in the order they came. */
export function surplus<T>(keys: readonly T[], most: number): readonly T[] {
  return keys.slice(0, Math.max(0, keys.length - most));
}
