/**
 * Registers the service worker, in the production build only (SESS-14 to SESS-17, OPEN-84). The browser
 * itself looks for a newer one at every visit.
 */
import { isOwnMachine } from '../session/own-machine.ts';

const workerFile = '/sw.js';

/** What deciding takes; the browser's own in the shop, others in tests. */
export interface Place {
  readonly origin: string;
  readonly hostname: string;
  /** Where the shop is at home, and so its worker. */
  readonly home: string | undefined;
  readonly workers: Pick<ServiceWorkerContainer, 'getRegistration' | 'register'>;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** Removes everything a worker kept. */
  readonly forget: () => Promise<unknown>;
  readonly reload: () => void;
  readonly log: (what: string, cause: unknown) => void;
}

/** Whether the worker's file is there and is a script; a server in trouble is no answer to that. */
async function isScript({ fetch }: Place): Promise<boolean> {
  const answer = await fetch(workerFile, { cache: 'no-store' });
  if (answer.status >= 500) throw new Error(`${workerFile} answered ${answer.status}`);
  return answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '');
}

/**
 * On localhost another program may stand tomorrow where the shop stands today: its pages must not be
 * answered by our worker. Says whether one may be registered.
 */
async function checked(place: Place): Promise<boolean> {
  if (await isScript(place)) return true;
  const left = await place.workers.getRegistration();
  await left?.unregister();
  // Again after the reload: a worker that still answered meanwhile may have left something.
  await place.forget();
  if (left) place.reload();
  return false;
}

/** Registers the worker where that is right. Failures are logged, and that is all (ERR-18). */
export async function registerWorker(place: Place): Promise<ServiceWorkerRegistration | undefined> {
  try {
    if (place.home === undefined) return undefined;
    if (new URL(workerFile, place.home).origin !== place.origin) return undefined;
    if (isOwnMachine(place.hostname) && !(await checked(place))) return undefined;
    return (await place.workers.getRegistration()) ?? (await place.workers.register(workerFile));
  } catch (cause) {
    place.log('The service worker could not be registered:', cause);
    return undefined;
  }
}

/**
 * Tells a waiting worker which release this page is of. It takes over at once where nothing of the release
 * before is open any more, and otherwise waits until that is so.
 */
export function offerTakeOver(registration: ServiceWorkerRegistration, entry: string): void {
  const offer = (worker: ServiceWorker | null) => worker?.postMessage({ takeOver: entry });
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  offer(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}
