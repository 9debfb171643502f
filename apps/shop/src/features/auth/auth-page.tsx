import { Title } from '@giftlane/ui/layout/page.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import type { ReactNode } from 'react';

const SideArt = lazyPart(() => import('./side-art.tsx'));

interface AuthPageProps {
  title: string;
  intro: string;
  children: ReactNode;
  /** A link to another page of these. */
  aside?: ReactNode;
}

/** Whether the screen is wide enough for the picture; read at each render. */
const isWide = () => matchMedia('(min-width: 64rem)').matches;

/** A page with a form, on wide screens beside a picture. */
export function AuthPage({ title, intro, children, aside }: AuthPageProps) {
  return (
    <div className="page-width flex justify-center gap-16 py-8 md:py-16 xl:gap-24">
      <Title>{title}</Title>
      <div className="w-full max-w-form">
        <h1 className="text-28 tracking-tighter md:text-[2.25rem]">{title}</h1>
        <p className="mt-2 text-soft">{intro}</p>
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
