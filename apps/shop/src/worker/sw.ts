/**
 * The service worker: the shop opens without a network, with what was seen of it. A release has a shell of
 * its own, which is complete before the worker is installed and is deleted with it: a network that breaks
 * during an update leaves the old shop whole.
 */
import { noticeOf, pathOf } from './notices.ts';
import { answersIn, mayKeep, mayShow, surplus, treatmentOf } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: what the shell of this release consists of, and its name. */
const release: { readonly name: string; readonly files: readonly string[] } = __RELEASE__;

const prefix = 'giftlane-';
const shell = `${prefix}shell-${release.name}`;
const assets = `${prefix}assets`;
const media = `${prefix}media`;
const catalogue = `${prefix}catalogue`;
const lasting: ReadonlySet<string> = new Set([assets, media, catalogue]);

/** Entries of the lasting caches; a picture of a card takes about four kilobytes. */
const most: Readonly<Record<string, number>> = { [assets]: 60, [media]: 400, [catalogue]: 80 };

/** The page without anything of an address: what every page is when there is no network. */
const shellPage = '/index.html';

/** How long the server may take before the stored page is shown, which asks it for its contents again. */
const pagePatienceMs = 4_000;

/** Names of built files change with their content: what an older release had of them still holds. */
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
    // Half a shell is none. The worker before this one stays, with its own.
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

/** Keeps a copy of an answer that may be kept, and lets the oldest go. */
async function keep(name: string, request: Request, answer: Response): Promise<void> {
  if (mayKeep(request, answer)) await put(name, [[request, answer]]);
}

async function put(name: string, all: readonly [Request | string, Response][]): Promise<void> {
  const cache = await caches.open(name);
  for (const [request, answer] of all) await cache.put(request, answer);
  const keys = await cache.keys();
  await Promise.all(surplus(keys, most[name] ?? 0).map((key) => cache.delete(key)));
}

/** How long a carried answer may be shown: as the catalogue says of its own. */
const carriedControl = 'public, max-age=5, stale-while-revalidate=30';

/** Keeps what a page carries as if it had been asked for. */
async function keepCarried(page: Response): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'cache-control': carriedControl,
    date: page.headers.get('date') ?? '',
  };
  const answers = answersIn(await page.text(), self.location.origin);
  await put(
    catalogue,
    answers.map(([address, json]) => [address, new Response(json, { headers })]),
  );
}

/** Whatever can not be kept, as on a full disk, was still answered. */
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

/** Kept answers are looked up by address alone: `vary` is about packing, and what is kept is unpacked. */
const kept = (request: Request) => caches.match(request, { ignoreVary: true });

const notModified = 304;

/**
 * Without a network Chromium refuses the preload, and Firefox resolves it with an answer that is an error. WebKit resolves it
 * with the bare word that its own copy is still good, and asks for that in the request as well: by its address it has the copy.
 */
async function pageFromServer(event: FetchEvent): Promise<Response> {
  const early: Response | undefined = await event.preloadResponse;
  if (early?.status === notModified) return fetch(event.request.url);
  return early && early.type !== 'error' ? early : fetch(event.request);
}

/** A page of the server; the stored one where it fails or keeps people waiting. */
async function page(event: FetchEvent): Promise<Response> {
  const fresh = pageFromServer(event);
  // A preload that is still on its way when the stored page was chosen is let finish.
  event.waitUntil(fresh.catch(() => undefined));
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, pagePatienceMs));
  const first = await Promise.race([fresh.catch(() => undefined), late]);
  if (first?.ok) event.waitUntil(keepCarried(first.clone()).catch(log));
  return first ?? (await caches.match(shellPage)) ?? fresh;
}

async function keptFirst(event: FetchEvent, name: string): Promise<Response> {
  return (await kept(event.request)) ?? fetchAndKeep(event, name);
}

async function freshFirst(event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request);
  } catch (cause) {
    const stored = await kept(event.request);
    if (stored) return stored;
    throw cause;
  }
}

async function fromCatalogue(event: FetchEvent): Promise<Response> {
  const stored = await kept(event.request);
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

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  switch (treatmentOf(event.request, self.location.origin)) {
    case 'page':
      return page(event);
    case 'asset':
      return keptFirst(event, assets);
    case 'media':
      return keptFirst(event, media);
    case 'catalogue':
      return fromCatalogue(event);
    case 'file':
      return freshFirst(event);
    case 'leave':
      return undefined;
  }
}

self.addEventListener('fetch', (event) => {
  // A rejection would be an uncaught error of the worker; the page reads the same failed request from this.
  const answer = answerTo(event)?.catch(() => Response.error());
  if (answer) event.respondWith(answer);
});

/** Asked by a page of this release: the worker takes over at once if no other page is open. */
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

/** Every push has to be shown: browsers take the permission away from who does not. */
self.addEventListener('push', (event) => {
  const { title, ...options } = noticeOf(event.data?.text());
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Shows the page of a notification. A page that shows something else is left alone: it may be a checkout. */
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
