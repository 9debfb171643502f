/** The routes. The server's `features/seo/pages.ts` has the same paths, which a test there compares, and answers 404 to others. */
import { queryClient } from '@giftlane/client/query-client.ts';
import { type RouteObject, redirect } from 'react-router';
import { ErrorPage } from './features/shell/error-page.tsx';
import { Shell } from './features/shell/shell.tsx';
import { StartUp } from './features/shell/start-up.tsx';
import { requireMember } from './session/guards.ts';
import { optionsQuery } from './session/options.ts';
import { sessionStarted } from './session/session.ts';

/** Waits for the session; options load meanwhile and are not waited for (SESS-02, OPEN-85). */
async function startUp(): Promise<null> {
  void queryClient.prefetchQuery(optionsQuery);
  await sessionStarted();
  return null;
}

const to = (path: string) => () => redirect(path);

const auth: RouteObject[] = [
  { index: true, loader: to('/auth/login') },
  { path: 'login', lazy: () => import('./routes/login.tsx') },
  { path: 'second-step', lazy: () => import('./routes/second-step.tsx') },
  { path: 'signup', lazy: () => import('./routes/signup.tsx') },
  { path: 'forgot-password', lazy: () => import('./routes/forgot-password.tsx') },
  { path: 'reset-password/:token', lazy: () => import('./routes/reset-password.tsx') },
];

/** Pages within the account's shell, which lists them by `rooms/people/account-rooms.ts`. */
const rooms: RouteObject[] = [
  { path: 'profile', lazy: () => import('./routes/profile.tsx') },
  { path: 'profile-edit', lazy: () => import('./routes/profile-edit.tsx') },
  { path: 'orders', lazy: () => import('./routes/orders.tsx') },
  { path: 'orders/:id', lazy: () => import('./routes/order.tsx') },
  { path: 'wallet', lazy: () => import('./routes/wallet.tsx') },
  { path: 'wallet/proof/:id', lazy: () => import('./routes/wallet-proof.tsx') },
  { path: 'points', lazy: () => import('./routes/points.tsx') },
  { path: 'kyc', lazy: () => import('./routes/kyc.tsx') },
  { path: 'kyc-submit', lazy: () => import('./routes/kyc-submit.tsx') },
  { path: 'my-data', lazy: () => import('./routes/my-data.tsx') },
  { path: 'settings', lazy: () => import('./routes/settings.tsx') },
  { path: 'security', lazy: () => import('./routes/security.tsx') },
  { path: 'change-password', lazy: () => import('./routes/change-password.tsx') },
];

const account: RouteObject[] = [
  { index: true, loader: requireMember(() => redirect('/account/profile')) },
  { lazy: () => import('./routes/account.tsx'), children: rooms },
  { path: 'cart', lazy: () => import('./routes/cart.tsx') },
  { path: 'checkout', lazy: () => import('./routes/checkout.tsx') },
  { path: 'checkout/success', lazy: () => import('./routes/checkout-success.tsx') },
];

/** Fixed paths win over `:token` (OPEN-04): the router ranks them so. */
const messages: RouteObject[] = [
  { path: 'mail/verification/:token', lazy: () => import('./routes/mail-verification.tsx') },
  { path: 'mail/verification/expired', lazy: () => import('./routes/mail-expired.tsx') },
  { path: 'mail/verification/error', Component: ErrorPage },
  { path: 'mail/confirm/:token', lazy: () => import('./routes/mail-confirm.tsx') },
  { path: 'mail/undo/:token', lazy: () => import('./routes/mail-undo.tsx') },
  { path: 'mail/reopen/:token', lazy: () => import('./routes/mail-reopen.tsx') },
  { path: 'mail/verified', lazy: () => import('./routes/mail-verified.tsx') },
  { path: 'reset-password/verification/:token', lazy: () => import('./routes/reset-check.tsx') },
  { path: 'google/link/:token', lazy: () => import('./routes/google-link.tsx') },
  { path: 'link/expired', lazy: () => import('./routes/link-expired.tsx') },
  { path: 'error', Component: ErrorPage },
  { path: '404', lazy: () => import('./routes/not-found.tsx') },
];

const legal = () => import('./routes/legal.tsx');

const texts: RouteObject[] = [
  { path: 'faq', lazy: () => import('./routes/faq.tsx') },
  { path: 'about-us', lazy: () => import('./routes/about-us.tsx') },
  { path: 'contact-us', lazy: () => import('./routes/contact-us.tsx') },
  { path: 'privacy-policy', lazy: legal },
  { path: 'tnc', lazy: legal },
  { path: 'refund-policy', lazy: legal },
  { path: 'shipping-policy', lazy: legal },
  { path: 'newsletter/confirm/:token', lazy: () => import('./routes/newsletter-confirm.tsx') },
  { path: 'newsletter/unsubscribe/:token', lazy: () => import('./routes/newsletter-leave.tsx') },
];

const pages: RouteObject[] = [
  { index: true, lazy: () => import('./routes/home.tsx') },
  { path: 'home', lazy: () => import('./routes/home.tsx') },
  { path: 'gift-cards', lazy: () => import('./routes/gift-cards.tsx') },
  { path: 'gift-cards/:id', lazy: () => import('./routes/gift-card.tsx') },
  { path: 'sell-cards', lazy: () => import('./routes/sell-cards.tsx') },
  { path: 'sell-cards/:id', lazy: () => import('./routes/sell-card.tsx') },
  { path: 'sell-cards-select', lazy: () => import('./routes/sell-cards-select.tsx') },
  { path: 'all-currency', lazy: () => import('./routes/all-currency.tsx') },
  { path: 'auth', children: auth },
  { path: 'account', children: account },
  ...texts,
  ...messages,
  // Unknown addresses go home (ROUTE-39).
  { path: '*', loader: to('/') },
];

export const routes: RouteObject[] = [
  {
    // The end of Google's sign-in window, without the shell.
    path: '/auth/google/callback',
    lazy: () => import('./routes/google-callback.tsx'),
    HydrateFallback: StartUp,
    ErrorBoundary: ErrorPage,
  },
  {
    path: '/',
    loader: startUp,
    // Once, not at every navigation.
    shouldRevalidate: () => false,
    Component: Shell,
    HydrateFallback: StartUp,
    ErrorBoundary: ErrorPage,
    children: [{ ErrorBoundary: ErrorPage, children: pages }],
  },
];
