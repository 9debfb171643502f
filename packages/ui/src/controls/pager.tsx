import { text } from '@giftlane/texts/text.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Buttons for the previous and next page of a list; nothing for a single page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={text('ui.pages')}
      className="mt-6 flex items-center justify-center gap-4"
      data-screen-only
    >
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{text('ui.previous')}</span>
      </Button>
      <p className="text-13 text-soft tabular-nums" aria-live="polite">
        {text('ui.pageOf', { page, pages })}
      </p>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <span className="max-sm:sr-only">{text('ui.next')}</span>
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  );
}
