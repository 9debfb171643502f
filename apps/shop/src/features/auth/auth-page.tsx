import { Title } from '@giftlane/ui/layout/page.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import type { ReactNode } from 'react';

// Only where there is room for it.
const SideArt = lazyPart(() => import('./side-art.tsx'));

interface AuthPageProps {
  title: string;
  intro: string;
  children: ReactNode;
  /** Where else one may have wanted to go. */
  aside?: ReactNode;
}

/** Whether there is room for more than the form; asked when the page is opened. */
const isWide = () => matchMedia('(min-width: 64rem)').matches;

/** A form on its own sheet of paper, on wide screens with cards of the shop beside it. */
export function AuthPage({ title, intro, children, aside }: AuthPageProps) {
  return (
    <div className="page-width flex justify-center gap-16 py-8 md:py-16 xl:gap-24">
      <Title>{title}</Title>
      <div className="w-full max-w-form">
        <h1 className="text-28 tracking-tighter md:text-[2.25rem]">{title}</h1>
        <p className="mt-2 text-soft">{intro}</p>
        {/* Before the form: who is at the wrong door sees the other one at once. */}
        {aside && <div className="mt-2 text-15">{aside}</div>}
        <div className="mt-8">{children}</div>
      </div>
      {isWide() && (
        <div className="w-full max-w-form max-lg:hidden">
          <SideArt />
        </div>
      )}
    </div>
  );
}

export const authLinkClass =
  'font-semibold text-leaf underline underline-offset-4 hover:no-underline';
