/** The pages that headers and footers link. A page joins its list when its route exists. */
import { text } from '@giftlane/contract/messages.ts';

export interface SiteLink {
  path: string;
  label: string;
}

/** The header (GLOB-01). Selling, about and contact join with their pages. */
export const mainLinks: readonly SiteLink[] = [
  { path: '/', label: text('nav.home') },
  { path: '/gift-cards', label: text('nav.giftCards') },
];

/** The member's menu (GLOB-02); signing out is a button beside it. */
export const memberLinks: readonly SiteLink[] = [
  { path: '/account/profile', label: text('userMenu.profile') },
  { path: '/account/orders', label: text('userMenu.myOrders') },
  { path: '/account/wallet', label: text('wallet.title') },
  { path: '/account/change-password', label: text('userMenu.changePassword') },
];

/** The visitor's menu (GLOB-03). */
export const visitorLinks: readonly SiteLink[] = [
  { path: '/auth/login', label: text('userMenu.signIn') },
  { path: '/auth/signup', label: text('userMenu.signUp') },
];

/** Static pages in the footer (GLOB-06); the column shows as soon as there is one. */
export const helpLinks: readonly SiteLink[] = [];
