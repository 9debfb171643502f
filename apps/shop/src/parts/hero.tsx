import type { ReactNode } from 'react';

interface HeroProps {
  title: string;
  words: string;
  picture: ReactNode;
  /** What to do about it: links. */
  children: ReactNode;
}

/** The first thing one sees of a page that begins something: what it is, a way on, a picture. */
export function Hero({ title, words, picture, children }: HeroProps) {
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="page-width grid grid-cols-1 items-center gap-6 py-10 md:grid-cols-[6fr_5fr] md:gap-10 md:py-16">
        <div>
          <h1 className="text-40 font-bold tracking-tighter md:text-56">{title}</h1>
          <p className="mt-4 max-w-prose text-17 text-soft md:mt-6">{words}</p>
          <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow md:mt-8">{children}</div>
        </div>
        {picture}
      </div>
    </section>
  );
}
