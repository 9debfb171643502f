import { text } from '@giftlane/texts/text.ts';
import { optional } from '@giftlane/ui/browser/optional.ts';
import { Toaster } from '@giftlane/ui/toasts/toaster.tsx';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { Later } from '../../boot/later.tsx';
import type { PageHandle } from '../../boot/page-handle.ts';
import { useMember } from '../../session/member.ts';
import { isOwnMachine } from '../../session/own-machine.ts';
import { useAbsentName } from '../../session/session.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { Header } from './header.tsx';
import { OfflineBanner } from './offline-banner.tsx';

// No page waits for what stands below it; the menus' contents come along (`vite.config.ts`).
const Footer = optional(async () => (await import('./footer.tsx')).Footer);
const BottomNav = optional(async () => (await import('./bottom-nav.tsx')).BottomNav);

// Only members are logged out, so only they load the dialog.
const IdleWatch = lazy(() => import('./idle-watch.tsx'));
const MemberBanners = lazy(() => import('./member-banners.tsx'));

/**
 * Moves the focus to the new page, named by its title: the address changes without a load, and a
 * screen reader would otherwise hear nothing. The first page is left alone, as after any load.
 */
function usePageFocus() {
  const { pathname } = useLocation();
  const page = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  // Focus is the browser's, and the title is there only after the page was drawn.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    page.current?.setAttribute('aria-label', document.title);
    page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return page;
}

const isDrawn = () => document.getElementById('root')?.dataset.drawn !== undefined;

let leftAt = 0;
const keepPlace = () => {
  leftAt = scrollY;
};
const putBack = () => scrollTo(0, leftAt);
const beginAtPlace = () => {
  if (isDrawn()) putBack();
  // React Router puts a page back itself, but not one that the browser kept in memory: WebKit shows that at its top.
  addEventListener('pagehide', keepPlace);
  addEventListener('pageshow', (shown) => shown.persisted && putBack());
};

/**
 * Remembers where pages were left, and begins new ones at their top: but for a drawn page, which may have been scrolled
 * before it is taken over.
 */
const Places = () => (
  <>
    <Done act={keepPlace} />
    <ScrollRestoration />
    <Done act={beginAtPlace} />
  </>
);

/** Does something as soon as it is drawn, in its turn among what stands beside it. */
function Done({ act }: { act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}

/** A line along the upper edge while the next page loads. */
function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div className="page-progress" aria-hidden="true" />;
}

/** What stands around every page. */
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
        <Later fallback={<div className="min-h-96" />}>
          <Footer />
          {!hasBar && <BottomNav guest={!member && absent === null} />}
        </Later>
      )}
      {member && !isOwnMachine(location.hostname) && (
        <Suspense>
          <IdleWatch />
        </Suspense>
      )}
      <Places />
    </div>
  );
}
