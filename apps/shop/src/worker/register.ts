/** Registers the service worker, in the production build only (SESS-14 to SESS-17, OPEN-84). The browser updates it. */
import { isOwnMachine } from '../session/own-machine.ts';

const workerFile = '/sw.js';

/** What the registration needs of the browser. */
export interface Host {
  readonly origin: string;
  readonly hostname: string;
  /** The origin of the shop; undefined where no server rendered the page. */
  readonly home: string | undefined;
  readonly workers: Pick<ServiceWorkerContainer, 'getRegistration' | 'register'>;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** Deletes the caches of the worker. */
  readonly forget: () => Promise<unknown>;
  readonly reload: () => void;
  readonly log: (what: string, cause: unknown) => void;
}

/** True when the worker's file is a script; throws on a server error. */
async function isScript({ fetch }: Host): Promise<boolean> {
  const answer = await fetch(workerFile, { cache: 'no-store' });
  if (answer.status >= 500) throw new Error(`${workerFile} answered ${answer.status}`);
  return answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '');
}

/** True when localhost serves the worker's script; else another program uses the port and an old worker is removed. */
async function checkLocalhost(host: Host): Promise<boolean> {
  if (await isScript(host)) return true;
  const left = await host.workers.getRegistration();
  await left?.unregister();
  await host.forget();
  if (left) host.reload();
  return false;
}

/** Registers the worker at the shop's own origin. Failures are only logged (ERR-18). */
export async function registerWorker(host: Host): Promise<ServiceWorkerRegistration | undefined> {
  try {
    if (host.home === undefined) return undefined;
    if (new URL(workerFile, host.home).origin !== host.origin) return undefined;
    if (isOwnMachine(host.hostname) && !(await checkLocalhost(host))) return undefined;
    return (await host.workers.getRegistration()) ?? (await host.workers.register(workerFile));
  } catch (cause) {
    host.log('The service worker could not be registered:', cause);
    return undefined;
  }
}

/** Tells a waiting worker this page's release; it activates at once unless pages of another release are open. */
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
