import './styles/main.css';
import { queryClient } from '@giftlane/client/query-client.ts';
import { PageNaming } from '@giftlane/ui/layout/page.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { markHydrated } from './boot/mark-hydrated.ts';
import { reloadForReleases } from './boot/reload-for-releases.ts';
import { settled } from './boot/settled.ts';
import { showsOwnPage } from './boot/shows-own-page.ts';
import { nameThePage } from './rooms/pages/head.ts';
import { routes } from './routes.tsx';
import { noteWay } from './session/remembered.ts';
import { connectSession } from './session/session.ts';
import { local, session, sessionKeys } from './session/storage.ts';

/** Shows the notice that was stored before a reload. */
function showStoredNotice() {
  const notice = session.read(sessionKeys.notice);
  session.remove(sessionKeys.notice);
  if (notice) toast.success(notice);
}

/** Marks the root as hydrated. */
function HydratedRoot({ root, children }: { root: HTMLElement; children: ReactNode }) {
  // A layout effect, so that no press comes between hydration and mark.
  useLayoutEffect(() => markHydrated(root), [root]);
  return children;
}

async function start() {
  const root = document.getElementById('root');
  // With cookies disabled nothing is shown (GLOB-08, OPEN-89); theme.js has hidden the page.
  if (!root || !navigator.cookieEnabled) return root?.replaceChildren();
  const isOwnPage = showsOwnPage(root);
  // Loaded only for a friend's link.
  if (location.search.includes('friend='))
    void import('./session/friend.ts').then(({ noteFriend }) => noteFriend());
  // The router gives the first entry of every visit the key `default`, at which another visit may have stored a position.
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
  showStoredNotice();
  reloadForReleases();
  const shop = (
    <StrictMode>
      <PageNaming value={nameThePage}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </PageNaming>
    </StrictMode>
  );
  const { location: renderedAt } = router.state;
  // Hydration needs the data of the server's rendering, which stays in view meanwhile.
  if (isOwnPage) await settled(() => router.state.initialized, router.subscribe);
  if (isOwnPage && !router.state.errors) {
    // After a navigation React renders another page, which is no error.
    const onRecoverableError = (cause: unknown) => {
      if (router.state.location === renderedAt) reportError(cause);
    };
    const hydrated = <HydratedRoot root={root}>{shop}</HydratedRoot>;
    // A transition: hydration is split into tasks between which presses are handled.
    startTransition(() => void hydrateRoot(root, hydrated, { onRecoverableError }));
    return;
  }
  delete root.dataset.drawn;
  createRoot(root).render(shop);
}

// Cached scripts may run before the document is complete.
if (document.readyState !== 'loading') void start();
else addEventListener('DOMContentLoaded', start);

function registerWorker() {
  import('./worker/start.ts')
    .then(({ startWorker }) => startWorker())
    .catch((cause: unknown) => console.warn('No service worker:', cause));
}

// In the production build only, after the page has loaded (SESS-14).
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerWorker();
  else addEventListener('load', registerWorker);
}
