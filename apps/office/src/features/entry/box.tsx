import { Page } from '@giftlane/ui/layout/page.tsx';
import type { ReactNode } from 'react';

/** A page of one narrow form, without the frame. */
export const Box = ({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) => (
  <main className="mx-auto max-w-form">
    <Page title={title} intro={intro}>
      {children}
    </Page>
  </main>
);
