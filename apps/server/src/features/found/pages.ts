/** The storefront's pages: what each is called and says of itself. Its site map is the same. */
import { type TextKey, text } from '@giftlane/contract/messages.ts';
import type { Question } from './linked-data.ts';

/** What a page says of itself. */
export interface PageWords {
  readonly title: string;
  readonly description: string;
  /** Questions it answers, for the page that has them. */
  readonly questions?: readonly Question[] | undefined;
}

/**
 * The words of pages that operators write, by path; undefined where the catalogue's own stand. It is asked
 * for every page that is not remembered, so it has to answer from memory.
 */
export type WrittenWords = (path: string) => PageWords | undefined | Promise<PageWords | undefined>;

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
  ['/sell-cards-select', words('found.sellSelect', 'found.sell.description')],
  ['/about-us', words('nav.aboutUs', 'found.about.description')],
  ['/contact-us', words('nav.contactUs', 'found.contact.description')],
  ['/faq', words('found.faq', 'found.faq.description')],
  ['/all-currency', words('found.currencies', 'found.currencies.description')],
  ['/privacy-policy', words('found.privacy', 'found.privacy.description')],
  ['/refund-policy', words('found.refunds', 'found.refunds.description')],
  ['/shipping-policy', words('found.shipping', 'found.shipping.description')],
  ['/tnc', words('found.terms', 'found.terms.description')],
]);

/** The paths of the site map, the catalogue's own aside. */
export const openPaths: readonly string[] = [...open.keys()];

/** The words of a page for everybody. */
export const openPage = (path: string): PageWords | undefined => open.get(path)?.();

/** Addresses that are there and not listed: `:` stands for anything, as in a token. */
const unlisted: readonly (readonly [string, TextKey])[] = [
  ['/sell-cards/:', 'nav.sellGiftCards'],
  ['/auth', 'auth.signIn.title'],
  ['/auth/login', 'auth.signIn.title'],
  ['/auth/signup', 'auth.signUp.title'],
  ['/auth/forgot-password', 'auth.forgot.title'],
  ['/auth/reset-password/:', 'auth.reset.title'],
  ['/account', 'profile.title'],
  ['/account/profile', 'profile.title'],
  ['/account/profile-edit', 'profile.title'],
  ['/account/orders', 'orders.title'],
  ['/account/wallet', 'wallet.title'],
  ['/account/change-password', 'userMenu.changePassword'],
  ['/account/settings', 'profile.title'],
  ['/account/kyc', 'profile.title'],
  ['/account/kyc-submit', 'profile.title'],
  ['/account/cart', 'cart.title'],
  ['/account/checkout', 'checkout.title'],
  ['/account/checkout/success', 'success.title'],
  ['/mail/verification/:', 'verify.checking'],
  ['/mail/verified', 'verify.done'],
  ['/mail/verification/expired', 'errorPage.text'],
  ['/mail/verification/error', 'errorPage.text'],
  ['/reset-password/verification/:', 'link.checking'],
  ['/link/expired', 'link.expired'],
  ['/error', 'errorPage.text'],
];

const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(':', '[^/]+')}$`);
const shapes = unlisted.map(([path, title]) => [shapeOf(path), title] as const);

/** The title of a page that is there but not listed; fixed paths win over those with a token. */
export function unlistedTitle(path: string): string | undefined {
  const fixed = unlisted.find(([known]) => known === path)?.[1];
  const title = fixed ?? shapes.find(([shape]) => shape.test(path))?.[1];
  return title && text(title);
}
