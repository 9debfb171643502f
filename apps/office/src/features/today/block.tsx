import { cx } from '@giftlane/ui/cx.ts';
import type { ReactNode } from 'react';

/** A titled part of the page. */
export const Block = ({
  title,
  note,
  className,
  children,
}: {
  title: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <section className={cx('min-w-0', className)}>
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
      <h2 className="text-17 font-semibold">{title}</h2>
      {note && <span className="text-13 text-soft">{note}</span>}
    </div>
    {children}
  </section>
);
