/**
 * Titles and descriptions of the storefront's pages, and the paths of the site map. A test compares them with
 * the storefront's routes and with `contract/shop/pages.ts`.
 */
import { type TextKey, text } from '@giftlane/texts/text.ts';
import type { FaqEntry } from './linked-data.ts';

/** Title and description of a page. */
export interface PageWords {
  readonly title: string;
  readonly description: string;
  /** Questions and answers of the FAQ. */
  readonly questions?: readonly FaqEntry[] | undefined;
}

const words =
  (title: TextKey, description: TextKey = 'found.shop.description') =>
  () => ({
    title: text(title),
    description: text(description),
  });

/** Public pages by path; listed in the site map. */
const open: ReadonlyMap<string, () => PageWords> = new Map([
  ['/', words('home.title')],
  ['/gift-cards', words('catalogue.title', 'found.catalogue.description')],
  ['/sell-cards', words('nav.sellGiftCards', 'found.sell.description')],
  ['/sell-cards-select', words('sell.select.title', 'found.sellSelect.description')],
  ['/about-us', words('nav.aboutUs', 'found.about.description')],
  ['/contact-us', words('nav.contactUs', 'found.contact.description')],
  ['/faq', words('nav.faq', 'found.faq.description')],
  ['/all-currency', words('rates.title', 'found.rates.description')],
  ['/privacy-policy', words('nav.privacy', 'found.privacy.description')],
  ['/refund-policy', words('nav.refunds', 'found.refunds.description')],
  ['/shipping-policy', words('nav.shipping', 'found.shipping.description')],
  ['/tnc', words('nav.terms', 'found.terms.description')],
]);

/** Paths of the site map, except those of brands. */
export const openPaths: readonly string[] = [...open.keys()];

/** Title and description of a public page. */
export const openPage = (path: string): PageWords | undefined => open.get(path)?.();

/** Pages outside the site map; `:` stands for a segment, such as a token. */
const unlisted: readonly (readonly [string, TextKey])[] = [
  ['/auth', 'auth.signIn.title'],
  ['/auth/login', 'auth.signIn.title'],
  ['/auth/second-step', 'auth.secondStep.title'],
  ['/auth/signup', 'auth.signUp.title'],
  ['/auth/forgot-password', 'auth.forgot.title'],
  ['/auth/reset-password/:', 'auth.reset.title'],
  ['/auth/google/callback', 'auth.google.callback.title'],
  ['/google/link/:', 'auth.google.confirm.title'],
  ['/newsletter/confirm/:', 'newsletter.confirm.title'],
  ['/newsletter/unsubscribe/:', 'newsletter.leave.title'],
  ['/sell-cards/:', 'nav.sellGiftCards'],
  ['/account', 'profile.title'],
  ['/account/profile', 'profile.title'],
  ['/account/profile-edit', 'profile.edit'],
  ['/account/security', 'security.title'],
  ['/account/orders', 'orders.title'],
  ['/account/orders/:', 'orders.one'],
  ['/account/wallet', 'wallet.title'],
  ['/account/wallet/proof/:', 'proof.title'],
  ['/account/points', 'points.title'],
  ['/account/kyc', 'kyc.page.title'],
  ['/account/kyc-submit', 'kyc.form.title'],
  ['/account/my-data', 'myData.title'],
  ['/account/settings', 'settings.title'],
  ['/account/change-password', 'userMenu.changePassword'],
  ['/account/cart', 'cart.title'],
  ['/account/checkout', 'checkout.title'],
  ['/account/checkout/success', 'success.title'],
  ['/mail/verification/:', 'verify.checking'],
  ['/mail/confirm/:', 'confirmEmail.title'],
  ['/mail/undo/:', 'undoEmail.title'],
  ['/mail/reopen/:', 'reopen.title'],
  ['/mail/verified', 'verify.done'],
  ['/mail/verification/expired', 'errorPage.text'],
  ['/mail/verification/error', 'errorPage.text'],
  ['/reset-password/verification/:', 'link.checking'],
  ['/link/expired', 'link.expired'],
  ['/error', 'errorPage.text'],
];

export const unlistedPaths: readonly string[] = unlisted.map(([path]) => path);

const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(':', '[^/]+')}$`);
const shapes = unlisted.map(([path, title]) => [shapeOf(path), title] as const);

/** The title of a page outside the site map; exact paths take precedence over patterns. */
export function unlistedTitle(path: string): string | undefined {
  const fixed = unlisted.find(([known]) => known === path)?.[1];
  const title = fixed ?? shapes.find(([shape]) => shape.test(path))?.[1];
  return title && text(title);
}
