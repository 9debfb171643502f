import { createContext, type ReactNode, use, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../cx.ts';

type NamePage = (title: string, path: string) => void;

/** Sets the document's title of a page. The application replaces it. */
export const PageNaming = createContext<NamePage>((title) => {
  document.title = title;
});

/** Sets the document's title. */
export function Title({ children }: { children: string }) {
  const { pathname } = useLocation();
  const namePage = use(PageNaming);
  // Not React's `title`, which would be a second one beside the server's.
  useLayoutEffect(() => namePage(children, pathname), [children, pathname, namePage]);
  return null;
}

/** True within a layout that already has a page's width and padding, as the account's shell. */
export const Framed = createContext(false);

interface PageProps {
  title: string;
  /** Above the heading: a link back. */
  back?: ReactNode;
  /** Beside the heading. */
  action?: ReactNode;
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A page: document title, heading, content. */
export function Page({ title, back, action, intro, className, children }: PageProps) {
  const framed = use(Framed);
  return (
    <div className={cx(!framed && 'page-width py-8 md:py-12', className)}>
      <Title>{title}</Title>
      {back}
      <div
        className={cx(
          'mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
          !framed && 'md:mb-8',
        )}
      >
        <div className="min-w-0 wrap-anywhere">
          <h1
            className={cx(
              'text-28 tracking-tighter',
              framed ? 'input-height flex items-center' : 'md:text-40',
            )}
          >
            {title}
          </h1>
          {intro && <div className={cx('max-w-prose text-soft', !framed && 'mt-2')}>{intro}</div>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
