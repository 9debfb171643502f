import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import type { ReactNode } from 'react';
import { useMay } from '../session.ts';

/** A page for operators with a permission; others read that they have none. */
export function NotPermitted({ unless, otherwise }: { unless: Permission; otherwise: ReactNode }) {
  if (useMay(unless)) return otherwise;
  return (
    <Page title={text('office.notPermitted')} intro={text('office.notPermitted.hint')}>
      {null}
    </Page>
  );
}
