import { cx } from '@giftlane/ui/cx.ts';
import type { ReactNode } from 'react';

interface HeroProps {
  title: string;
  words: string;
  /** The section is lower without one. */
  picture: ReactNode;
  /** Links and forms. */
  children: ReactNode;
}

/** The top of a landing page: heading, text, links and a picture. */
export function Hero({ title, words, picture, children }: HeroProps) {
  return (
    <section className="overflow-hidden border-b border-line">
      <div
        className={cx(
          'page-width grid grid-cols-1 items-center gap-4 py-6 md:gap-10',
          picture ? 'md:grid-cols-[6fr_5fr] md:py-16' : 'md:py-10',
        )}
      >
        <div>
          <h1
            className={cx(
              'text-28 font-bold tracking-tighter sm:text-40',
              Boolean(picture) && 'md:text-56',
            )}
          >
            {title}
          </h1>
          {words && <p className="mt-3 max-w-prose text-soft md:mt-6 md:text-17">{words}</p>}
          <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow md:mt-8">{children}</div>
        </div>
        {picture}
      </div>
    </section>
  );
}
