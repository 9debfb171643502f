/** All screens, among them those of visitors. */
import { coinScreens } from './coin-screens.ts';
import { memberScreens } from './member-screens.ts';
import { type Found, none, password, type Screen } from './screen.ts';

const catalogue = /\/api\/v1\/(giftcards|minmax-price|brands)/;
const writtenPages = /\/api\/v1\/settings/;
const email = 'vera@giftlane.example';
const names = { 'First name': 'Vera', 'Last name': 'Visitor', Email: email };

const catalogueScreens = ({ brandId, notSoldIn }: Found): Screen[] => [
  { name: 'start', path: '/', member: true, calls: /\/api\/v1\/myprofile/ },
  {
    name: 'start-unnamed',
    path: '/',
    member: true,
    refuses: [[/\/api\/v1\/myprofile/, 'server.fault']],
  },
  {
    name: 'home',
    path: '/',
    calls: /\/api\/v1\/(giftcards|counter)/,
    empty: none,
    sends: {
      fill: { Email: email },
      press: ['Subscribe'],
      call: /\/api\/v1\/newsletter/,
      refusal: 'request.throttled',
    },
  },
  { name: 'gift-cards', path: '/gift-cards', calls: catalogue, empty: none },
  { name: 'gift-cards-found-nothing', path: '/gift-cards?search=nothingofthekind' },
  { name: 'gift-card', path: `/gift-cards/${brandId}`, calls: catalogue },
  {
    name: 'gift-card-no-cards',
    path: `/gift-cards/${brandId}`,
    stored: { 'giftlane.currency': notSoldIn },
  },
  { name: 'gift-card-details', path: `/gift-cards/${brandId}`, press: ['Details'] },
  {
    name: 'gift-card-add',
    path: `/gift-cards/${brandId}`,
    member: true,
    sends: {
      press: ['main >> Add to cart…'],
      call: /\/api\/v1\/cart/,
      refusal: 'cart.other_currency',
      facts: { cartCurrency: 'EUR', currency: 'USD' },
    },
  },
  { name: 'filters', path: '/gift-cards', press: ['Filters'], only: 'phone' },
  { name: 'menu', path: '/faq', press: ['Menu'], only: 'phone' },
  { name: 'cookie-notice', path: '/', stored: { 'giftlane.cookies': '' } },
  { name: 'offline', path: '/gift-cards', away: 'network' },
  { name: 'sell-cards', path: '/sell-cards' },
  {
    name: 'sell-cards-select',
    path: '/sell-cards-select',
    calls: /\/api\/v1\/sellcards/,
    empty: none,
  },
  { name: 'all-currency', path: '/all-currency', calls: /\/api\/v1\/rates/ },
  {
    name: 'all-currency-no-history',
    path: '/all-currency',
    calls: /\/api\/v1\/rates\/history/,
  },
];

const textScreens: readonly Screen[] = [
  ...['faq', 'about-us', 'privacy-policy', 'tnc', 'refund-policy', 'shipping-policy'].map(
    (name) => ({ name, path: `/${name}`, calls: writtenPages }),
  ),
  {
    name: 'contact-us',
    path: '/contact-us',
    calls: writtenPages,
    sends: {
      fill: { Email: email, Message: 'Where is it?' },
      press: ['Send message'],
      call: /\/api\/v1\/contact-us/,
      refusal: 'request.throttled',
    },
  },
  {
    name: 'newsletter-confirm',
    path: '/newsletter/confirm/some-token',
    sends: {
      press: ['Confirm subscription'],
      call: /\/api\/v1\/newsletter/,
      refusal: 'newsletter.token_expired',
    },
  },
  {
    name: 'newsletter-unsubscribe',
    path: '/newsletter/unsubscribe/some-token',
    sends: { press: ['Unsubscribe'], call: /\/api\/v1\/newsletter/, refusal: 'server.fault' },
  },
  { name: 'error', path: '/error' },
  { name: 'link-expired', path: '/link/expired' },
  { name: 'not-found', path: '/404' },
];

const doorScreens: readonly Screen[] = [
  {
    name: 'login',
    path: '/auth/login',
    sends: {
      fill: { Email: email, Password: password },
      press: ['main >> Sign in'],
      call: /\/api\/v1\/login/,
      refusal: 'session.wrong_credentials',
    },
  },
  {
    name: 'signup',
    path: '/auth/signup',
    sends: {
      fill: {
        ...names,
        Country: 'US',
        Currency: 'usd',
        Password: password,
        'Retype password': password,
      },
      press: ['Create account'],
      call: /\/api\/v1\/registration/,
      refusal: 'account.guessable_password',
    },
  },
  {
    name: 'forgot-password',
    path: '/auth/forgot-password',
    sends: {
      fill: { Email: email },
      press: ['Send link'],
      call: /\/api\/v1\/password/,
      refusal: 'request.throttled',
    },
  },
  {
    name: 'reset-password',
    path: '/auth/reset-password/some-token',
    sends: {
      fill: { 'New password': password, 'Retype new password': password },
      press: ['Save new password'],
      call: /\/api\/v1\/password/,
      refusal: 'account.token_expired',
    },
  },
  { name: 'mail-link', path: '/mail/verification/some-token', calls: /\/api\/v1\/mail/ },
  {
    name: 'reset-link',
    path: '/reset-password/verification/some-token',
    calls: /\/api\/v1\/password/,
  },
  {
    name: 'google-link',
    path: '/google/link/some-token',
    sends: {
      press: ['Link and sign in'],
      call: /\/api\/v1\/google-login/,
      refusal: 'account.token_expired',
    },
  },
  { name: 'google-callback', path: '/auth/google/callback' },
  { name: 'mail-verified', path: '/mail/verified' },
];

export const screens = (found: Found): readonly Screen[] => [
  ...catalogueScreens(found),
  ...textScreens,
  ...doorScreens,
  ...memberScreens(found),
  ...coinScreens(found),
];
