import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { markHydrated } from './mark-hydrated.ts';

function Part({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const isServerRendered = useAtFirst();
  // A layout effect, so that no press comes between hydration and mark.
  useLayoutEffect(() => {
    if (ref.current) markHydrated(ref.current);
  }, []);
  return (
    <div ref={ref} data-drawn={isServerRendered ? '' : undefined} className="contents">
      {children}
    </div>
  );
}

interface HydratedLaterProps {
  /** Shown while the code loads, unless the part is server-rendered. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A lazily loaded part of a page. Server-rendered, it is hydrated by itself after the page. */
export const HydratedLater = ({ fallback, children }: HydratedLaterProps) => (
  <Suspense fallback={fallback}>
    <Part>{children}</Part>
  </Suspense>
);
