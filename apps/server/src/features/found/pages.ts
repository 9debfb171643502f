/**
 * The storefront's pages: what each is called and says of itself. Its site map is the same. A test compares
 * them with the routes of the storefront and with what `contract/pages.ts` lists.
 */
import { type TextKey, text } from '@giftlane/contract/messages.ts';
import type { FaqEntry } from './linked-data.ts';

/** What a page says of itself. */
export interface PageWords {
  readonly title: string;
  readonly description: string;
  /** Questions it answers, for the page that has them. */
  readonly questions?: readonly FaqEntry[] | undefined;
}

const words =
  (title: TextKey, description: TextKey = 'found.shop.description') =>
  () => ({
    title: text(title),
    description: text(description),
  });

/** Pages for everybody, by path. They are in the site map. */
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

/** The paths of the site map, the catalogue's own aside. */
export const openPaths: readonly string[] = [...open.keys()];

/** The words of a page for everybody. */
export const openPage = (path: string): PageWords | undefined => open.get(path)?.();

/** Addresses that are there and not listed: `:` stands for anything, as in a token. */
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

/** The paths of pages that are not listed. */
export const unlistedPaths: readonly string[] = unlisted.map(([path]) => path);

const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(':', '[^/]+')}$`);
const shapes = unlisted.map(([path, title]) => [shapeOf(path), title] as const);

/** The title of a page that is there but not listed; fixed paths win over those with a token. */
export function unlistedTitle(path: string): string | undefined {
  const fixed = unlisted.find(([known]) => known === path)?.[1];
  const title = fixed ?? shapes.find(([shape]) => shape.test(path))?.[1];
  return title && text(title);
}
