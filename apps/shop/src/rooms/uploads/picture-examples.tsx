import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

interface ExampleProps {
  good?: boolean;
  words: string;
  children: ReactNode;
}

function Example({ good = false, words, children }: ExampleProps) {
  const Mark = good ? Check : X;
  return (
    <li className="w-24">
      <div className="overflow-hidden rounded-small border border-line bg-sunken">{children}</div>
      <p className="mt-1 flex gap-1 text-13 leading-tight">
        <Mark
          aria-hidden="true"
          className={cx('size-4 shrink-0', good ? 'text-leaf' : 'text-fail')}
        />
        <span className="sr-only">
          {good ? text('upload.good', { words }) : text('upload.bad', { words })}
        </span>
        <span aria-hidden="true" className="min-w-0 wrap-anywhere">
          {words}
        </span>
      </p>
    </li>
  );
}

interface ExamplesProps {
  good: string;
  bad: string;
  /** Drawings of a good and a bad picture. */
  children: [ReactNode, ReactNode];
}

/** Small drawings of a good and a bad picture. */
export function Examples({ good, bad, children: [goodOne, badOne] }: ExamplesProps) {
  return (
    <ul className="flex flex-wrap gap-3 sm:shrink-0">
      <Example good words={good}>
        {goodOne}
      </Example>
      <Example words={bad}>{badOne}</Example>
    </ul>
  );
}
