import type { ReactNode } from 'react';
import { Title } from '../../ui/page.tsx';

interface AuthPageProps {
  title: string;
  intro: string;
  children: ReactNode;
  /** Where else one may have wanted to go. */
  aside?: ReactNode;
}

/** A form on its own sheet of paper. */
export function AuthPage({ title, intro, children, aside }: AuthPageProps) {
  return (
    <div className="page-width flex justify-center py-8 md:py-16">
      <Title>{title}</Title>
      <div className="w-full max-w-form">
        <h1 className="text-28 tracking-tighter md:text-40">{title}</h1>
        <p className="mt-2 mb-8 text-soft">{intro}</p>
        {children}
        {aside && <div className="mt-6 border-t border-line pt-5 text-15">{aside}</div>}
      </div>
    </div>
  );
}

export const authLinkClass =
  'font-semibold text-leaf underline underline-offset-4 hover:no-underline';
