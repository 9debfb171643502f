/**
 * The service worker, which opens the shop offline. Each release has a cache of its shell, complete before the worker is
 * installed, so that an interrupted update leaves the old release working.
 */
import { noticeOf, pathOf } from './notices.ts';
import { answersIn, mayKeep, mayShow, surplus, treatmentOf } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** Name and shell files of this release, filled in by the build. */
const release: { readonly name: string; readonly files: readonly string[] } = __RELEASE__;

const prefix = 'giftlane-';
const shell = `${prefix}shell-${release.name}`;
const assets = `${prefix}assets`;
const media = `${prefix}media`;
const catalogue = `${prefix}catalogue`;
const lasting: ReadonlySet<string> = new Set([assets, media, catalogue]);

/** Entries of the lasting caches; a picture of a card takes about four kilobytes. */
const most: Readonly<Record<string, number>> = { [assets]: 60, [media]: 400, [catalogue]: 80 };

/** The page template, shown for every address when offline. */
const shellPage = '/index.html';

/** How long a page may take before the cached template is shown. */
const pageTimeoutMs = 4_000;

/** True for files with a hash in their names, which can be reused from older releases. */
const isBuilt = (path: string) => path.startsWith('/assets/');

async function putIntoShell(cache: Cache, path: string): Promise<void> {
  const known = isBuilt(path) ? await caches.match(path) : undefined;
  const answer = known ?? (await fetch(path, { cache: 'no-cache' }));
  if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`);
  await cache.put(path, answer);
}

async function install(): Promise<void> {
  const cache = await caches.open(shell);
  try {
    await Promise.all(release.files.map((path) => putIntoShell(cache, path)));
  } catch (cause) {
    // The previous worker stays, with its own shell.
    await caches.delete(shell);
    throw cause;
  }
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && !lasting.has(name));
  await Promise.all(old.filter((name) => name !== shell).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Caches an answer if the rules allow it. */
async function keep(name: string, request: Request, answer: Response): Promise<void> {
  if (mayKeep(request, answer)) await put(name, [[request, answer]]);
}

/** Puts answers into a cache and deletes its oldest entries. */
async function put(name: string, all: readonly [Request | string, Response][]): Promise<void> {
  const cache = await caches.open(name);
  for (const [request, answer] of all) await cache.put(request, answer);
  const keys = await cache.keys();
  await Promise.all(surplus(keys, most[name] ?? 0).map((key) => cache.delete(key)));
}

/** `cache-control` of embedded answers, as the catalogue's own. */
const embeddedControl = 'public, max-age=5, stale-while-revalidate=30';

/** Caches the answers embedded in a page. */
async function keepEmbedded(page: Response): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'cache-control': embeddedControl,
    date: page.headers.get('date') ?? '',
  };
  const answers = answersIn(await page.text(), self.location.origin);
  await put(
    catalogue,
    answers.map(([address, json]) => [address, new Response(json, { headers })]),
  );
}

/** Caches an answer after it was sent; failures, as on a full disk, are logged. */
function keepLater(event: FetchEvent, name: string, answer: Response): void {
  event.waitUntil(keep(name, event.request, answer.clone()).catch(log));
}

function log(cause: unknown): void {
  console.warn('service worker:', cause);
}

async function fetchAndKeep(event: FetchEvent, name: string): Promise<Response> {
  const answer = await fetch(event.request);
  keepLater(event, name, answer);
  return answer;
}

/** The cached answer to an address; `vary` is about compression, which the cache has undone. */
const cached = (request: Request) => caches.match(request, { ignoreVary: true });

const notModified = 304;

/**
 * The page by the navigation preload. Offline, Chromium rejects the preload and Firefox resolves it with an error response.
 * WebKit resolves it with a 304 when its HTTP cache is valid; a request by address alone reads that cache.
 */
async function pageFromServer(event: FetchEvent): Promise<Response> {
  const early: Response | undefined = await event.preloadResponse;
  if (early?.status === notModified) return fetch(event.request.url);
  return early && early.type !== 'error' ? early : fetch(event.request);
}

/** A proxy's answers while no server is there. */
const awayFrom = 502;

/** A page from the server; the cached template when it fails or is late. */
async function page(event: FetchEvent): Promise<Response> {
  const fresh = pageFromServer(event);
  // A pending preload must not be cancelled.
  event.waitUntil(fresh.catch(() => undefined));
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, pageTimeoutMs));
  const answer = await Promise.race([fresh.catch(() => undefined), timeout]);
  const first = answer && answer.status < awayFrom ? answer : undefined;
  if (first?.ok) event.waitUntil(keepEmbedded(first.clone()).catch(log));
  return first ?? (await caches.match(shellPage)) ?? fresh;
}

async function cacheFirst(event: FetchEvent, name: string): Promise<Response> {
  return (await cached(event.request)) ?? fetchAndKeep(event, name);
}

async function networkFirst(event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request);
  } catch (cause) {
    const stored = await cached(event.request);
    if (stored) return stored;
    throw cause;
  }
}

async function fromCatalogue(event: FetchEvent): Promise<Response> {
  const stored = await cached(event.request);
  if (stored && mayShow(stored, Date.now())) {
    event.waitUntil(fetchAndKeep(event, catalogue).catch(log));
    return stored;
  }
  try {
    return await fetchAndKeep(event, catalogue);
  } catch (cause) {
    if (stored) return stored;
    throw cause;
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

function respond(event: FetchEvent): Promise<Response> | undefined {
  switch (treatmentOf(event.request, self.location.origin)) {
    case 'page':
      return page(event);
    case 'asset':
      return cacheFirst(event, assets);
    case 'media':
      return cacheFirst(event, media);
    case 'catalogue':
      return fromCatalogue(event);
    case 'file':
      return networkFirst(event);
    case 'leave':
      return undefined;
  }
}

self.addEventListener('fetch', (event) => {
  // To the page this is the same failure, without an uncaught error in the worker.
  const answer = respond(event)?.catch(() => Response.error());
  if (answer) event.respondWith(answer);
});

/** A page of this release activates the worker if no other page is open. */
self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data !== 'object' || data === null || data.takeOver === undefined) return;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
      if (pages.length <= 1 && release.files.includes(data.takeOver)) await self.skipWaiting();
    })(),
  );
});

/** Every push is shown: browsers revoke the permission otherwise. */
self.addEventListener('push', (event) => {
  const { title, ...options } = noticeOf(event.data?.text());
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Focuses or opens a notification's page. Other open pages are not navigated: one may be a checkout. */
async function open(path: string): Promise<void> {
  const address = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const page = pages.find(({ url }) => url === address);
  await (page ? page.focus() : self.clients.openWindow(address));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathOf(event.notification.data)));
});
