/** Every feature's calls. */

import type { Sessions } from '../features/accounts/accounts.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { cartRoutes } from '../features/cart/routes.ts';
import type { Catalog } from '../features/catalog/catalog.ts';
import { catalogRoutes } from '../features/catalog/routes.ts';
import { claimForCoins } from '../features/checkout/checkout.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { claimRoutes } from '../features/claims/routes.ts';
import { makeFees, showWallets } from '../features/coins/coins.ts';
import { coinRoutes } from '../features/coins/routes.ts';
import { contactRoutes } from '../features/contact/routes.ts';
import { contentRoutes } from '../features/content/routes.ts';
import { type Crashes, crashRoutes } from '../features/crashes/crashes.ts';
import { renameMember } from '../features/kyc/kyc.ts';
import { kycRoutes } from '../features/kyc/routes.ts';
import { ledgerProofRoutes } from '../features/ledger-proofs/routes.ts';
import { mediaRoutes } from '../features/media/routes.ts';
import { myDataRoutes } from '../features/mydata/routes.ts';
import { newsletterRoutes } from '../features/newsletter/routes.ts';
import { orderRoutes } from '../features/orders/routes.ts';
import { pointRoutes } from '../features/points/routes.ts';
import { pushRoutes } from '../features/push/routes.ts';
import { rateRoutes } from '../features/rates/routes.ts';
import { sellingRoutes } from '../features/selling/routes.ts';
import { makeSales } from '../features/selling/selling.ts';
import { uploadRoutes } from '../features/uploads/routes.ts';
import { openViews } from '../features/uploads/uploads.ts';
import { walletRoutes } from '../features/wallet/routes.ts';
import type { Http } from '../platform/http/http.ts';
import type { Checkout, Features } from './parts.ts';
import { publicConstants } from './site.ts';

type Called = Features & {
  readonly sessions: Sessions;
  readonly catalog: Catalog;
  readonly checkout: Checkout;
  readonly crashes: Crashes;
};

/** Serves the calls of all features. */
export function addCalls(http: Http, called: Called): void {
  const { config, catalog } = called;
  const coinWallets = (memberId: string) => showWallets(called, memberId);
  /** Each feature uses the few that its interface names. */
  const parts = { ...called, coinWallets };
  const selling = { ...parts, openViews: () => openViews(parts) };
  crashRoutes(http, parts.crashes);
  contactRoutes(http, parts);
  newsletterRoutes(http, parts);
  contentRoutes(http, {
    ...parts,
    constants: publicConstants(config),
    brandCount: () => catalog.brandCount,
  });
  accountRoutes(http, { ...parts, renameMember });
  mediaRoutes(http, { ...parts, dataDir: config.dataDir });
  catalogRoutes(http, catalog, config.throttle);
  cartRoutes(http, parts);
  checkoutRoutes(http, parts.checkout);
  orderRoutes(http, { ...parts, sales: makeSales(selling) });
  sellingRoutes(http, selling);
  claimRoutes(http, selling);
  uploadRoutes(http, parts);
  walletRoutes(http, parts);
  coinRoutes(http, { ...parts, fees: makeFees(), claimOrder: claimForCoins });
  ledgerProofRoutes(http, parts);
  pointRoutes(http, parts);
  rateRoutes(http, parts);
  pushRoutes(http, parts);
  kycRoutes(http, parts);
  myDataRoutes(http, parts);
}
