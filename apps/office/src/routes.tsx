/** The pages by address. Those within the frame are for operators with the permission, and loaded when first shown. */
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { type RouteObject, redirect } from 'react-router';
import { InvitationPage } from './features/entry/invitation.tsx';
import { SignIn } from './features/entry/sign-in.tsx';
import { Frame } from './frame/frame.tsx';
import { NotPermitted } from './frame/not-permitted.tsx';
import { frameId, requireInvitation, requireNobody, requireOperator } from './session.ts';

type Component = () => React.ReactNode;

/** A page within the frame. */
const page = (
  path: string,
  permission: Permission | undefined,
  load: () => Promise<Component>,
): RouteObject => ({
  path,
  lazy: {
    Component: async () => {
      const Page = await load();
      return permission ? () => <NotPermitted unless={permission} otherwise={<Page />} /> : Page;
    },
  },
});

export const routes: RouteObject[] = [
  {
    id: frameId,
    loader: requireOperator,
    Component: Frame,
    HydrateFallback: () => null,
    children: [
      page('/', undefined, () => import('./features/today/page.tsx').then((its) => its.Today)),
      page('/queues/sales/:id?', 'sales.review', () =>
        import('./features/sales/page.tsx').then((its) => its.Sales),
      ),
    ],
  },
  {
    path: '/invitation',
    HydrateFallback: () => null,
    loader: requireInvitation,
    Component: InvitationPage,
  },
  { path: '/sign-in', HydrateFallback: () => null, loader: requireNobody, Component: SignIn },
  { path: '*', loader: () => redirect('/') },
];
