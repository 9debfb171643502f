/** The pages by address. Those within the frame are for operators with the permission, and loaded when first shown. */
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { type RouteObject, redirect } from 'react-router';
import { InvitationPage } from './features/entry/invitation.tsx';
import { SignIn } from './features/entry/sign-in.tsx';
import { Frame } from './frame/frame.tsx';
import { RequirePermission } from './frame/require-permission.tsx';
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
      return permission
        ? () => (
            <RequirePermission permission={permission}>
              <Page />
            </RequirePermission>
          )
        : Page;
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
      page('/search', undefined, () =>
        import('./features/search/page.tsx').then((its) => its.SearchPage),
      ),
      page('/orders', 'orders.read', () =>
        import('./features/orders/list-page.tsx').then((its) => its.Orders),
      ),
      page('/orders/:id', 'orders.read', () =>
        import('./features/orders/order-page.tsx').then((its) => its.OrderPage),
      ),
      page('/members', 'members.read', () =>
        import('./features/members/list-page.tsx').then((its) => its.Members),
      ),
      page('/members/:id', 'members.read', () =>
        import('./features/members/member-page.tsx').then((its) => its.MemberPage),
      ),
      page('/queues/identity/:id?', 'identity.review', () =>
        import('./features/identity/page.tsx').then((its) => its.Identity),
      ),
      page('/catalogue', 'catalogue.edit', () =>
        import('./features/goods/brands.tsx').then((its) => its.Brands),
      ),
      page('/catalogue/new', 'catalogue.edit', () =>
        import('./features/goods/brand.tsx').then((its) => its.NewBrand),
      ),
      page('/catalogue/best-sellers', 'catalogue.edit', () =>
        import('./features/goods/best.tsx').then((its) => its.BestSellers),
      ),
      page('/catalogue/:id', 'catalogue.edit', () =>
        import('./features/goods/brand.tsx').then((its) => its.BrandPage),
      ),
      page('/imports', undefined, () =>
        import('./features/imports/imports.tsx').then((its) => its.Imports),
      ),
      page('/imports/:id', undefined, () =>
        import('./features/imports/import.tsx').then((its) => its.ImportPage),
      ),
      page('/stock', 'stock.edit', () =>
        import('./features/goods/stock.tsx').then((its) => its.Stock),
      ),
      page('/queues/sales/:id?', 'sales.review', () =>
        import('./features/sales/page.tsx').then((its) => its.Sales),
      ),
      page('/queues/refunds/:id?', 'orders.refund', () =>
        import('./features/money/pages.tsx').then((its) => its.Refunds),
      ),
      page('/queues/unmatched/:id?', 'ledger.correct', () =>
        import('./features/money/pages.tsx').then((its) => its.Unmatched),
      ),
      page('/queues/disputes/:id?', 'ledger.correct', () =>
        import('./features/money/pages.tsx').then((its) => its.Disputes),
      ),
      page('/queues/transfers/:id?', 'payouts.approve', () =>
        import('./features/money/pages.tsx').then((its) => its.Transfers),
      ),
      page('/coins', 'payouts.approve', () =>
        import('./features/money/coins-page.tsx').then((its) => its.Coins),
      ),
      page('/queues/jobs/:id?', 'jobs.retry', () =>
        import('./features/money/pages.tsx').then((its) => its.Jobs),
      ),
      page('/queues/messages/:id?', 'messages.answer', () =>
        import('./features/messages/page.tsx').then((its) => its.Messages),
      ),
      page('/queues/claims/:id?', 'claims.decide', () =>
        import('./features/claims/page.tsx').then((its) => its.Claims),
      ),
      page('/messages', 'messages.answer', () =>
        import('./features/messages/done-page.tsx').then((its) => its.DoneMessages),
      ),
      page('/pages', 'content.edit', () =>
        import('./features/pages/list-page.tsx').then((its) => its.Pages),
      ),
      page('/pages/:path', 'content.edit', () =>
        import('./features/pages/edit-page.tsx').then((its) => its.EditPage),
      ),
      page('/newsletter', 'newsletter.send', () =>
        import('./features/newsletter/list-page.tsx').then((its) => its.Newsletter),
      ),
      page('/newsletter/new', 'newsletter.send', () =>
        import('./features/newsletter/write-page.tsx').then((its) => its.WriteIssue),
      ),
      page('/newsletter/:id', 'newsletter.send', () =>
        import('./features/newsletter/issue-page.tsx').then((its) => its.IssuePage),
      ),
      page('/options', 'options.edit', () =>
        import('./features/options/page.tsx').then((its) => its.Options),
      ),
      page('/vouchers', 'vouchers.issue', () =>
        import('./features/vouchers/page.tsx').then((its) => its.Vouchers),
      ),
      page('/account', undefined, () =>
        import('./features/account/page.tsx').then((its) => its.Account),
      ),
      page('/operators', 'operators.edit', () =>
        import('./features/operators/page.tsx').then((its) => its.Operators),
      ),
      page('/operators/roles', 'operators.edit', () =>
        import('./features/operators/roles-page.tsx').then((its) => its.Roles),
      ),
      page('/operators/:id', 'operators.edit', () =>
        import('./features/operators/operator-page.tsx').then((its) => its.OperatorPage),
      ),
      page('/audit', 'audit.read', () =>
        import('./features/audit/page.tsx').then((its) => its.Audit),
      ),
      page('/audit/:id', 'audit.read', () =>
        import('./features/audit/entry-page.tsx').then((its) => its.AuditEntry),
      ),
      page('/ledger', 'ledger.read', () =>
        import('./features/ledger/balance.tsx').then((its) => its.TrialBalance),
      ),
      page('/ledger/journals', 'ledger.read', () =>
        import('./features/ledger/journals.tsx').then((its) => its.Journals),
      ),
      page('/ledger/settlements', 'ledger.read', () =>
        import('./features/settlements/page.tsx').then((its) => its.Settlements),
      ),
      page('/ledger/settlements/:id', 'ledger.read', () =>
        import('./features/settlements/report.tsx').then((its) => its.SettlementReport),
      ),
      page('/ledger/corrections', 'ledger.read', () =>
        import('./features/ledger/corrections.tsx').then((its) => its.Corrections),
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
