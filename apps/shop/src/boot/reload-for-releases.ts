import { session, sessionKeys } from '../session/storage.ts';

const minReloadIntervalMs = 30_000;
/** The browser is loading another page. */
let isLeaving = false;

/** Reloads the page when one of its scripts is missing, as after a new release; not again within 30 seconds. */
function reloadForRelease(event: Event): void {
  // Scripts also fail to load without a network, and while the browser leaves the page.
  if (isLeaving || !navigator.onLine) return;
  const last = Number(session.read(sessionKeys.renewedAt));
  if (Date.now() - last < minReloadIntervalMs) return;
  event.preventDefault();
  session.write(sessionKeys.renewedAt, String(Date.now()));
  location.reload();
}

/** Reloads the page whenever a script of it is missing. */
export function reloadForReleases(): void {
  addEventListener('vite:preloadError', reloadForRelease);
  addEventListener('beforeunload', () => (isLeaving = true));
}
