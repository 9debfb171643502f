import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { cx } from './cx.ts';
import { nameThePage } from './head.ts';

/** The browser's title of a page, and what else its head says of it. */
export function Title({ children }: { children: string }) {
  const { pathname } = useLocation();
  // The head is the document's; React would put a second title beside the server's.
  useLayoutEffect(() => nameThePage(children, pathname), [children, pathname]);
  return null;
}

interface PageProps {
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A page: browser title, heading, room. */
export function Page({ title, action, intro, className, children }: PageProps) {
  return (
    <div className={cx('page-width py-8 md:py-12', className)}>
      <Title>{title}</Title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 md:mb-8">
        <div>
          <h1 className="text-28 tracking-tighter md:text-40">{title}</h1>
          {intro && <div className="mt-2 max-w-prose text-soft">{intro}</div>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
