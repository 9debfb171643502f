import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';

interface FiltersButtonProps extends ComponentProps<typeof Button> {
  /** Filters that are set. */
  count: number;
}

/** Opens the filters and shows how many are set; on a phone an icon only. */
export function FiltersButton({ count, className, ...rest }: FiltersButtonProps) {
  const name = count > 0 ? text('catalogue.filtersCount', { count }) : text('catalogue.filters');
  return (
    <Button {...rest} className={cx('shrink-0 max-sm:w-11 max-sm:px-0', className)}>
      <SlidersHorizontal aria-hidden="true" className="size-5 sm:size-4" />
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className="max-sm:hidden">
        {text('catalogue.filters')}
      </span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="min-w-5 rounded-pill bg-leaf px-1.5 text-center text-13 leading-5 font-semibold text-on-leaf tabular-nums max-sm:absolute max-sm:-top-2 max-sm:-end-2"
        >
          {count}
        </span>
      )}
    </Button>
  );
}
