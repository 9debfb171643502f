/** The screens to be looked at, and what their states need. */

/** What a call is answered instead of the truth. */
type Reply = { readonly data: unknown; readonly totalCount?: number };

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly member?: boolean;
  /** The calls the screen lives on: held up for "waiting", broken for "failed". */
  readonly calls?: RegExp;
  /** The replies that leave nothing to show. */
  readonly empty?: Reply;
  /** Buttons to press once it stands there, such as one that opens a dialog. */
  readonly press?: readonly string[];
  /** Where it looks different or is not at all: only a phone, or only a desk. */
  readonly only?: 'phone' | 'desk';
  /** What the browser has stored, beside the session and the answer about cookies; '' is nothing. */
  readonly stored?: Readonly<Record<string, string>>;
}

/** What the script has made for the screens. */
export interface Found {
  readonly brandId: string;
  readonly orderId: string;
  /** A brand whose cards are bought. */
  readonly soldBrandId: string;
  /** A currency in which the first brand has no cards. */
  readonly notSoldIn: string;
}

const none: Reply = { data: [], totalCount: 0 };
const catalogue = /\/api\/v1\/(giftcards|minmax-price|brands)/;
const writtenPages = /\/api\/v1\/settings/;
const orders = /\/api\/v1\/transactions/;

const open = ({ brandId, notSoldIn }: Found): Screen[] => [
  { name: 'home', path: '/', calls: /\/api\/v1\/(giftcards|counter)/, empty: none },
  { name: 'gift-cards', path: '/gift-cards', calls: catalogue, empty: none },
  { name: 'gift-card', path: `/gift-cards/${brandId}`, calls: catalogue },
  {
    name: 'gift-card-no-cards',
    path: `/gift-cards/${brandId}`,
    stored: { 'giftlane.currency': notSoldIn },
  },
  { name: 'gift-card-details', path: `/gift-cards/${brandId}`, press: ['Details'] },
  { name: 'filters', path: '/gift-cards', press: ['Filters'], only: 'phone' },
  { name: 'menu', path: '/faq', press: ['Menu'], only: 'phone' },
  { name: 'cookie-notice', path: '/', stored: { 'giftlane.cookies': '' } },
  { name: 'sell-cards', path: '/sell-cards' },
  {
    name: 'sell-cards-select',
    path: '/sell-cards-select',
    calls: /\/api\/v1\/sellcards/,
    empty: none,
  },
  {
    name: 'all-currency',
    path: '/all-currency',
    calls: /\/api\/v1\/rates/,
  },
  { name: 'faq', path: '/faq', calls: writtenPages },
  { name: 'about-us', path: '/about-us', calls: writtenPages },
  { name: 'privacy-policy', path: '/privacy-policy', calls: writtenPages },
  { name: 'tnc', path: '/tnc', calls: writtenPages },
  { name: 'refund-policy', path: '/refund-policy', calls: writtenPages },
  { name: 'shipping-policy', path: '/shipping-policy', calls: writtenPages },
  { name: 'contact-us', path: '/contact-us', calls: writtenPages },
  { name: 'contact-us-errors', path: '/contact-us', press: ['Send message'] },
  { name: 'newsletter-confirm', path: '/newsletter/confirm/some-token' },
  { name: 'newsletter-unsubscribe', path: '/newsletter/unsubscribe/some-token' },
  { name: 'google-link', path: '/google/link/some-token' },
  { name: 'login', path: '/auth/login' },
  { name: 'login-errors', path: '/auth/login', press: ['main >> Sign in'] },
  { name: 'signup', path: '/auth/signup' },
  { name: 'signup-errors', path: '/auth/signup', press: ['Create account'] },
  { name: 'forgot-password', path: '/auth/forgot-password' },
  { name: 'reset-password', path: '/auth/reset-password/some-token' },
  { name: 'mail-link', path: '/mail/verification/some-token', calls: /\/api\/v1\/(mail|verif)/ },
  { name: 'reset-link', path: '/reset-password/verification/some-token' },
  { name: 'google-callback', path: '/auth/google/callback' },
  { name: 'mail-verified', path: '/mail/verified' },
  { name: 'error', path: '/error' },
  { name: 'link-expired', path: '/link/expired' },
  { name: 'not-found', path: '/404' },
];

const members = ({ orderId, soldBrandId }: Found): Screen[] => [
  { name: 'cart', path: '/account/cart', member: true, calls: /\/api\/v1\/cart/, empty: none },
  { name: 'checkout', path: '/account/checkout', member: true, calls: /\/api\/v1\/cart/ },
  {
    name: 'success',
    path: `/account/checkout/success?order=${orderId}`,
    member: true,
    calls: orders,
  },
  { name: 'orders', path: '/account/orders', member: true, calls: orders, empty: none },
  { name: 'orders-sell', path: '/account/orders?tab=sell', member: true, calls: orders },
  {
    name: 'sell-card',
    path: `/sell-cards/${soldBrandId}`,
    member: true,
    calls: /\/api\/v1\/(sellcards|categories)/,
  },
  { name: 'profile', path: '/account/profile', member: true, calls: orders, empty: none },
  {
    name: 'wallet',
    path: '/account/wallet',
    member: true,
    calls: /\/api\/v1\/wallet\/transactions/,
    empty: none,
  },
  { name: 'wallet-popover', path: '/faq', member: true, press: ['Wallet'] },
  { name: 'account-menu', path: '/faq', member: true, press: ['Account'] },
  { name: 'wallet-redeem', path: '/account/wallet', member: true, press: ['Redeem'] },
  { name: 'kyc', path: '/account/kyc', member: true },
  { name: 'kyc-submit', path: '/account/kyc-submit', member: true },
  {
    name: 'kyc-submit-errors',
    path: '/account/kyc-submit',
    member: true,
    press: ['Continue'],
  },
  { name: 'settings', path: '/account/settings', member: true, calls: /\/api\/v1\/push/ },
  { name: 'profile-edit', path: '/account/profile-edit', member: true },
  { name: 'change-password', path: '/account/change-password', member: true },
];

/** Every screen of the shop. */
export const screens = (found: Found): readonly Screen[] => [...open(found), ...members(found)];
