import type { ReactNode } from 'react';
import { type Field, missingWords } from './steps.ts';

interface ReachBarProps {
  /** Where one is. */
  words: string;
  /** Fields that are still to be filled in; none is named before one has been begun with. */
  missing: readonly Field[];
  children: ReactNode;
}

/**
 * Stays at the lower edge as long as its form or list is in sight: where one is, what is missing, the way on. A
 * step that is done is announced by the name of the next; what is missing changes with every field, and is read
 * when one comes by.
 */
export function ReachBar({ words, missing, children }: ReachBarProps) {
  return (
    <div
      data-reach-bar
      className="sticky bottom-0 z-20 flex items-center justify-between gap-x-4 gap-y-2.5 border border-line bg-raised px-4 pt-3 pb-[max(0.75rem,var(--edge-below))] shadow-bar max-sm:flex-col max-sm:items-stretch max-lg:-mx-(--page-gutter) max-lg:border-x-0 max-lg:px-(--page-gutter) lg:bottom-4 lg:rounded-panel lg:px-5 lg:pb-3"
    >
      <div className="min-w-0">
        <p role="status" className="leading-snug font-semibold">
          {words}
        </p>
        <p className="text-13 text-soft empty:hidden">{missingWords(missing)}</p>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:flex-wrap max-sm:*:grow">
        {children}
      </div>
    </div>
  );
}
