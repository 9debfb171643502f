/** The calls of the API by method and path; types only, so that no page loads the contract's schemas. */
import type { Call } from '@giftlane/contract/call.ts';

type Modules =
  | typeof import('@giftlane/contract/members/accounts.ts')
  | typeof import('@giftlane/contract/shop/cart.ts')
  | typeof import('@giftlane/contract/shop/catalog.ts')
  | typeof import('@giftlane/contract/shop/checkout.ts')
  | typeof import('@giftlane/contract/members/contact.ts')
  | typeof import('@giftlane/contract/shop/content.ts')
  | typeof import('@giftlane/contract/office/audit.ts')
  | typeof import('@giftlane/contract/office/cases.ts')
  | typeof import('@giftlane/contract/office/claims.ts')
  | typeof import('@giftlane/contract/shop/claims.ts')
  | typeof import('@giftlane/contract/office/members.ts')
  | typeof import('@giftlane/contract/office/orders.ts')
  | typeof import('@giftlane/contract/office/search.ts')
  | typeof import('@giftlane/contract/office/operators.ts')
  | typeof import('@giftlane/contract/office/identity.ts')
  | typeof import('@giftlane/contract/office/ledger.ts')
  | typeof import('@giftlane/contract/office/settlements.ts')
  | typeof import('@giftlane/contract/office/sales.ts')
  | typeof import('@giftlane/contract/office/money-queues.ts')
  | typeof import('@giftlane/contract/office/payouts.ts')
  | typeof import('@giftlane/contract/office/session.ts')
  | typeof import('@giftlane/contract/office/today.ts')
  | typeof import('@giftlane/contract/office/messages.ts')
  | typeof import('@giftlane/contract/office/newsletter.ts')
  | typeof import('@giftlane/contract/office/options.ts')
  | typeof import('@giftlane/contract/office/pages.ts')
  | typeof import('@giftlane/contract/office/vouchers.ts')
  | typeof import('@giftlane/contract/office/catalogue.ts')
  | typeof import('@giftlane/contract/office/imports.ts')
  | typeof import('@giftlane/contract/office/stock.ts')
  | typeof import('@giftlane/contract/members/crashes.ts')
  | typeof import('@giftlane/contract/money/crypto.ts')
  | typeof import('@giftlane/contract/members/google.ts')
  | typeof import('@giftlane/contract/members/kyc.ts')
  | typeof import('@giftlane/contract/money/ledger.ts')
  | typeof import('@giftlane/contract/members/my-data.ts')
  | typeof import('@giftlane/contract/members/newsletter.ts')
  | typeof import('@giftlane/contract/shop/orders.ts')
  | typeof import('@giftlane/contract/members/people.ts')
  | typeof import('@giftlane/contract/shop/points.ts')
  | typeof import('@giftlane/contract/members/profile.ts')
  | typeof import('@giftlane/contract/members/push.ts')
  | typeof import('@giftlane/contract/shop/rates.ts')
  | typeof import('@giftlane/contract/members/security.ts')
  | typeof import('@giftlane/contract/shop/selling.ts')
  | typeof import('@giftlane/contract/members/sessions.ts')
  | typeof import('@giftlane/contract/money/statements.ts')
  | typeof import('@giftlane/contract/members/uploads.ts')
  | typeof import('@giftlane/contract/money/wallet.ts');

type CallIn<M> = M extends M ? Extract<M[keyof M], Call> : never;

/** `Calls['GET /cart']` is the contract of that call. */
export type Calls = { [C in CallIn<Modules> as `${C['method']} ${C['path']}`]: C };
export type Route = keyof Calls;
