import { cx } from '@giftlane/ui/cx.ts';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface DirectionProps {
  incoming: boolean;
  /** It was on its way, and never came or went. */
  undone?: boolean;
  /** The same in words, where nothing else says it. */
  children?: ReactNode;
}

/** Whether something came or went, drawn. */
export function Direction({ incoming, undone = false, children }: DirectionProps) {
  const Icon = incoming ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-pill',
        incoming && !undone ? 'bg-leaf-tint text-leaf' : 'bg-sunken text-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </span>
  );
}
