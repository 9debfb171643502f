import { Title } from '@giftlane/ui/layout/page.tsx';
import type { ReactNode } from 'react';

interface MessagePageProps {
  title: string;
  hint: string;
  drawing: ReactNode;
  action: ReactNode;
}

/** A page of one message: verified, expired, not found, failed. */
export function MessagePage({ title, hint, drawing, action }: MessagePageProps) {
  return (
    <div className="page-width flex flex-col items-center py-16 text-center md:py-24">
      <Title>{title}</Title>
      <div className="mb-8 w-48 text-edge" aria-hidden="true">
        {drawing}
      </div>
      <h1 className="max-w-prose text-28 tracking-tighter md:text-40">{title}</h1>
      <p className="mt-3 max-w-prose text-17 text-balance text-soft">{hint}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{action}</div>
    </div>
  );
}
