import './styles/main.css';
import { queryClient } from '@giftlane/client/query-client.ts';
import { PageNaming } from '@giftlane/ui/layout/page.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { settled } from './boot/settled.ts';
import { takeOver } from './boot/take-over.ts';
import { nameThePage } from './rooms/pages/head.ts';
import { routes } from './routes.tsx';
import { noteWay } from './session/remembered.ts';
import { connectSession } from './session/session.ts';
import { local, session, sessionKeys } from './session/storage.ts';

/** A notice that was given just before the page reloaded. */
function sayKeptNotice() {
  const notice = session.read(sessionKeys.notice);
  session.remove(sessionKeys.notice);
  if (notice) toast.success(notice);
}

const renewAtMostEveryMs = 30_000;
/** Another page is on its way in place of this one. */
let leaves = false;

/**
 * A new release took the old files away: the page loads itself anew, but never in a circle. Scripts also fail to load
 * where another page is on its way in place of this one, which a reload would undo.
 */
function renew(event: Event) {
  // Without a network a reload would trade the page for the browser's own error.
  if (leaves || !navigator.onLine) return;
  const last = Number(session.read(sessionKeys.renewedAt));
  if (Date.now() - last < renewAtMostEveryMs) return;
  event.preventDefault();
  session.write(sessionKeys.renewedAt, String(Date.now()));
  location.reload();
}

/** Whether the page was drawn by the server for whoever looks at it; if not, start-up takes its place. */
function isOursAlready(root: HTMLElement): boolean {
  const startUp = document.getElementById('start-up');
  startUp?.remove();
  const { start, path } = document.documentElement.dataset;
  // Whoever went back before this ran has another address over the same words.
  const isOther = Boolean(start) || path !== location.pathname + location.search;
  if (startUp && isOther) {
    root.replaceChildren(...startUp.childNodes);
    delete root.dataset.drawn;
  }
  delete document.documentElement.dataset.start;
  return startUp !== null && !isOther;
}

/** Around a page that is taken over: from then on, what is pressed is acted on here. */
function TakenOver({ root, children }: { root: HTMLElement; children: ReactNode }) {
  // Pressed and entered was in the document. At once: a press that comes next is acted on here.
  useLayoutEffect(() => takeOver(root), [root]);
  return children;
}

async function start() {
  const root = document.getElementById('root');
  // With cookies disabled nothing renders at all (GLOB-08, OPEN-89); theme.js has hidden what was there.
  if (!root || !navigator.cookieEnabled) return root?.replaceChildren();
  const isOurs = isOursAlready(root);
  // Few come over a friend's link: others do not carry what reads it.
  if (location.search.includes('friend='))
    void import('./session/friend.ts').then(({ noteFriend }) => noteFriend());
  // As the router names the entries that follow. It calls each visit's first one `default`, where another was left.
  if (!history.state) history.replaceState({ key: `${Math.random()}` }, '');
  const router = createBrowserRouter(routes);
  let { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname) noteWay(location.pathname);
    pathname = location.pathname;
  });
  connectSession((path) => router.navigate(path));
  local.sweep();
  session.sweep();
  sayKeptNotice();
  addEventListener('vite:preloadError', renew);
  addEventListener('beforeunload', () => (leaves = true));
  const shop = (
    <StrictMode>
      <PageNaming value={nameThePage}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </PageNaming>
    </StrictMode>
  );
  const drawnFor = router.state.location;
  // What was drawn is taken over once the same can be drawn here. It stands there meanwhile.
  if (isOurs) await settled(() => router.state.initialized, router.subscribe);
  if (isOurs && !router.state.errors) {
    // Whoever went back meanwhile is elsewhere, which React draws anew: that is no fault.
    const onRecoverableError = (cause: unknown) => {
      if (router.state.location === drawnFor) reportError(cause);
    };
    const takenOver = <TakenOver root={root}>{shop}</TakenOver>;
    // In tasks of its own: a press does not wait for all of it.
    startTransition(() => void hydrateRoot(root, takenOver, { onRecoverableError }));
    return;
  }
  delete root.dataset.drawn;
  createRoot(root).render(shop);
}

// Scripts that the browser has kept may run before the page itself has come as a whole.
if (document.readyState !== 'loading') void start();
else addEventListener('DOMContentLoaded', start);

function registerWorker() {
  import('./worker/start.ts')
    .then(({ startWorker }) => startWorker())
    .catch((cause: unknown) => console.warn('No service worker:', cause));
}

// In the production build only, and when everything else is done (SESS-14).
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerWorker();
  else addEventListener('load', registerWorker);
}
