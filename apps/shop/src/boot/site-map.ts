/** The pages that header, menus and footer link. */
import { text } from '@giftlane/texts/text.ts';

export interface SiteLink {
  path: string;
  label: string;
}

/** The header (GLOB-01). */
export const mainLinks: readonly SiteLink[] = [
  { path: '/', label: text('nav.home') },
  { path: '/gift-cards', label: text('nav.giftCards') },
  { path: '/sell-cards', label: text('nav.sellGiftCards') },
  { path: '/about-us', label: text('nav.aboutUs') },
  { path: '/contact-us', label: text('nav.contactUs') },
];

/** The member's menu (GLOB-02), without the button that signs out. */
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

/** Pages linked in the footer only (GLOB-06, ROUTE-26). */
export const helpLinks: readonly SiteLink[] = [
  { path: '/faq', label: text('nav.faq') },
  { path: '/all-currency', label: text('rates.title') },
  { path: '/shipping-policy', label: text('nav.shipping') },
  { path: '/refund-policy', label: text('nav.refunds') },
  { path: '/privacy-policy', label: text('nav.privacy') },
  { path: '/tnc', label: text('nav.terms') },
];
