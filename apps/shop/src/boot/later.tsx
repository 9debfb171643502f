import { useAtFirst } from '@giftlane/ui/browser/at-first.ts';
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { takeOver } from './take-over.ts';

function TakenOver({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const isDrawn = useAtFirst();
  // Pressed and entered was in the document. At once: a press that comes next is acted on here.
  useLayoutEffect(() => {
    if (part.current) takeOver(part.current);
  }, []);
  return (
    <div ref={part} data-drawn={isDrawn ? '' : undefined} className="contents">
      {children}
    </div>
  );
}

interface LaterProps {
  /** Takes its place until it is there. */
  fallback: ReactNode;
  children: ReactNode;
}

/** A part of a drawn page whose code comes beside the page: it is taken over by itself, after the rest. */
export const Later = ({ fallback, children }: LaterProps) => (
  <Suspense fallback={fallback}>
    <TakenOver>{children}</TakenOver>
  </Suspense>
);
