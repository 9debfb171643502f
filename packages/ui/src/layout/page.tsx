import { createContext, type ReactNode, use, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../cx.ts';

type NamePage = (title: string, path: string) => void;

/** How the application writes a page's title into the document; by default the title alone. */
export const PageNaming = createContext<NamePage>((title) => {
  document.title = title;
});

/** The document's title of a page. */
export function Title({ children }: { children: string }) {
  const { pathname } = useLocation();
  const namePage = use(PageNaming);
  // React would put a second title element beside the server's.
  useLayoutEffect(() => namePage(children, pathname), [children, pathname, namePage]);
  return null;
}

/** Whether pages stand in a frame that has a page's width and edges, as an account's shell is. */
export const Framed = createContext(false);

interface PageProps {
  title: string;
  /** Above the heading: the way to the list it is of. */
  back?: ReactNode;
  /** Beside the heading. */
  action?: ReactNode;
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A page: browser title, heading, room. */
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
        <div>
          <h1
            className={cx(
              'text-28 tracking-tighter wrap-anywhere',
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
