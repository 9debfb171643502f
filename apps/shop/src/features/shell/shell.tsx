import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { Toaster } from '@giftlane/ui/toasts/toaster.tsx';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { HydratedLater } from '../../boot/hydrated-later.tsx';
import type { PageHandle } from '../../boot/page-handle.ts';
import { useMember } from '../../session/member.ts';
import { isOwnMachine } from '../../session/own-machine.ts';
import { useAbsentName } from '../../session/session.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { Header } from './header/header.tsx';
import { OfflineBanner } from './offline-banner.tsx';

// Loaded beside the page, in one chunk with the contents of the menus (`vite.config.ts`).
const Footer = optional(async () => (await import('./footer.tsx')).Footer);
const BottomNav = optional(async () => (await import('./bottom-nav.tsx')).BottomNav);

// Loaded for members only.
const IdleWatch = lazy(() => import('./idle-watch.tsx'));
const MemberBanners = lazy(() => import('./member-banners.tsx'));

/**
 * Moves the focus to a new page and labels it with its title, so that a screen reader announces the navigation. Not on
 * the first page.
 */
function usePageFocus() {
  const { pathname } = useLocation();
  const page = useRef<HTMLElement>(null);
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    page.current?.setAttribute('aria-label', document.title);
    page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return page;
}

const isServerRendered = () => document.getElementById('root')?.dataset.drawn !== undefined;

let savedTop = 0;
const saveScroll = () => {
  savedTop = scrollY;
};
const restoreScroll = () => scrollTo(0, savedTop);
const keepScroll = () => {
  // The page may have been scrolled before it is hydrated.
  if (isServerRendered()) restoreScroll();
  // React Router does not restore a page from the back/forward cache, which WebKit shows at its top.
  addEventListener('pagehide', saveScroll);
  addEventListener('pageshow', (shown) => shown.persisted && restoreScroll());
};

/** React Router's scroll restoration, but for a server-rendered page that was scrolled before hydration. */
const Scrolling = () => (
  <>
    <LayoutEffect act={saveScroll} />
    <ScrollRestoration />
    <LayoutEffect act={keepScroll} />
  </>
);

/** Runs a layout effect once, in the order of its siblings. */
function LayoutEffect({ act }: { act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}

/** A line along the upper edge while the next page loads. */
function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div className="page-progress" aria-hidden="true" />;
}

/** The layout around every page. */
export function Shell() {
  const page = usePageFocus();
  const member = useMember();
  const absent = useAbsentName();
  const { Head, hasBar }: PageHandle = useMatches().at(-1)?.handle ?? {};
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {text('ui.skipToContent')}
      </a>
      {!Head && <CookieNotice />}
      {Head ? <Head /> : <Header />}
      <Toaster />
      <Suspense>
        {(member?.bLocked || member?.isEmailVerified === false) && (
          <MemberBanners member={member} Head={Head} />
        )}
      </Suspense>
      <OfflineBanner />
      <PageProgress />
      <main ref={page} id="content" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      {!Head && (
        <HydratedLater fallback={<div className="min-h-96" />}>
          <Footer />
          {!hasBar && <BottomNav guest={!member && absent === null} />}
        </HydratedLater>
      )}
      {member && !isOwnMachine(location.hostname) && (
        <Suspense>
          <IdleWatch />
        </Suspense>
      )}
      <Scrolling />
    </div>
  );
}
