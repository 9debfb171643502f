import { cx } from '@giftlane/ui/cx.ts';
import type { ReactNode } from 'react';
import { type Field, missingWords } from './steps.ts';

interface ReachBarProps {
  /** Where one is. */
  words: string;
  /** Fields of this step that are still to be filled in; none is named before one has been begun with. */
  missing: readonly Field[];
  /** Leads to what is wrong: then that is named in its place. */
  wrong?: ReactNode;
  /** At a desk it stands above a long list, where it is in sight at once, and lies over none of it. */
  early?: boolean;
  children: ReactNode;
}

/**
 * Stays at the lower edge as long as its form or list is in sight: where one is, what is missing, the way on. A
 * step that is done is announced by the name of the next; what is missing changes with every field, and is read
 * when one comes by.
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
