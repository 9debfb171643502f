import { cx } from '@giftlane/ui/cx.ts';
import type { ReactNode } from 'react';
import { type Field, missingWords } from './steps.ts';

interface ReachBarProps {
  /** The current step. */
  words: string;
  /** Fields of this step that are still to be filled in. */
  missing: readonly Field[];
  /** Shown in place of `missing`. */
  wrong?: ReactNode;
  /** Not sticky on wide screens. */
  early?: boolean;
  children: ReactNode;
}

/**
 * A bar at the lower edge of the screen with the current step, its missing fields and a button. Screen readers
 * announce the step; the missing fields change too often for that.
 */
export function ReachBar({ words, missing, wrong, early = false, children }: ReachBarProps) {
  return (
    <div
      data-reach-bar
      className={cx(
        'sticky bottom-0 z-20 flex items-center justify-between gap-x-3 border border-line bg-raised px-4 pt-2 pb-[max(0.5rem,var(--edge-below))] max-[18rem]:flex-col max-[18rem]:items-stretch max-lg:-mx-(--page-gutter) max-lg:border-x-0 max-lg:px-(--page-gutter) max-lg:shadow-bar sm:gap-x-6 lg:px-5',
        early ? 'lg:static lg:mt-6 lg:rounded-panel lg:py-3' : 'lg:rounded-t-panel lg:shadow-bar',
      )}
    >
      <div className="min-w-0">
        <p role="status" className="text-13 leading-snug font-semibold sm:text-15">
          {words}
        </p>
        {wrong ?? (
          <p className="text-13 leading-snug text-soft empty:hidden">{missingWords(missing)}</p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-2">{children}</div>
    </div>
  );
}
