/** Registers the service worker; loaded after the page. */
import { homeOrigin } from '../rooms/pages/head.ts';
import { offerTakeOver, registerWorker } from './register.ts';

const forget = async () => {
  const names = await caches.keys();
  return Promise.all(
    names.filter((name) => name.startsWith('giftlane-')).map((n) => caches.delete(n)),
  );
};

/** The page's entry script, whose name differs in every release. */
function entryPath(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
}

export async function startWorker(): Promise<void> {
  const registration = await registerWorker({
    origin: location.origin,
    hostname: location.hostname,
    home: homeOrigin(),
    workers: navigator.serviceWorker,
    fetch: (address, init) => fetch(address, init),
    forget,
    reload: () => location.reload(),
    log: (what, cause) => console.warn(what, cause),
  });
  if (registration) offerTakeOver(registration, entryPath());
}
