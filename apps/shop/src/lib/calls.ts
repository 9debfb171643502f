/** Every call of the API by its method and path. These are types only, so that no page carries the contract's schemas. */
import type { Call } from '@giftlane/contract/call.ts';

type Modules =
  | typeof import('@giftlane/contract/accounts.ts')
  | typeof import('@giftlane/contract/cart.ts')
  | typeof import('@giftlane/contract/catalog.ts')
  | typeof import('@giftlane/contract/checkout.ts')
  | typeof import('@giftlane/contract/contact.ts')
  | typeof import('@giftlane/contract/content.ts')
  | typeof import('@giftlane/contract/crashes.ts')
  | typeof import('@giftlane/contract/crypto.ts')
  | typeof import('@giftlane/contract/google.ts')
  | typeof import('@giftlane/contract/kyc.ts')
  | typeof import('@giftlane/contract/ledger.ts')
  | typeof import('@giftlane/contract/my-data.ts')
  | typeof import('@giftlane/contract/newsletter.ts')
  | typeof import('@giftlane/contract/orders.ts')
  | typeof import('@giftlane/contract/people.ts')
  | typeof import('@giftlane/contract/points.ts')
  | typeof import('@giftlane/contract/profile.ts')
  | typeof import('@giftlane/contract/push.ts')
  | typeof import('@giftlane/contract/rates.ts')
  | typeof import('@giftlane/contract/security.ts')
  | typeof import('@giftlane/contract/selling.ts')
  | typeof import('@giftlane/contract/sessions.ts')
  | typeof import('@giftlane/contract/statements.ts')
  | typeof import('@giftlane/contract/uploads.ts')
  | typeof import('@giftlane/contract/wallet.ts');

type CallIn<M> = M extends M ? Extract<M[keyof M], Call> : never;

/** `Calls['GET /cart']` is what the contract says of that call. */
export type Calls = { [C in CallIn<Modules> as `${C['method']} ${C['path']}`]: C };
export type Route = keyof Calls;
