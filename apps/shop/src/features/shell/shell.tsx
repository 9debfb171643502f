import { text } from '@giftlane/contract/messages.ts';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Toaster } from '../../ui/toaster.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { CookieNotice, VerifyBanner } from './notices.tsx';

/** Tells screen readers which page has come: the address changes without a load. */
function PageAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  // The title is written by the page itself, after this renders; hence an effect and a frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what there is to announce.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTitle(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}

/** A line along the upper edge while the next page loads. */
function PageProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden" aria-hidden="true">
      <div className="h-full w-1/3 animate-progress bg-leaf" />
    </div>
  );
}

/** What stands around every page. */
export function Shell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-raised px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {text('ui.skipToContent')}
      </a>
      <CookieNotice />
      <Header />
      <VerifyBanner />
      <PageProgress />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <Footer />
      <Toaster />
      <PageAnnouncer />
      <ScrollRestoration />
    </div>
  );
}
