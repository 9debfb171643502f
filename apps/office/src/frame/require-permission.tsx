import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import type { ReactNode } from 'react';
import { useMay } from '../session.ts';

/** Shows a page to operators with a permission; others read that they lack it. */
export function RequirePermission({
  permission,
  children,
}: {
  permission: Permission;
  children: ReactNode;
}) {
  if (useMay(permission)) return children;
  return (
    <Page title={text('office.notPermitted')} intro={text('office.notPermitted.hint')}>
      {null}
    </Page>
  );
}
