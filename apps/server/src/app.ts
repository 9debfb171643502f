/**
 * Puts the shop together. Only this file and `assembly/` beside it know every feature and vendor.
 */
import { unpaidLimits } from './assembly/limits.ts';
import { openParts, type Parts } from './assembly/parts.ts';
import {
  identitySite,
  mediaOrigins,
  pageSource,
  paymentSite,
  publicConstants,
  watchEarly,
} from './assembly/site.ts';
import { figures, invariants } from './assembly/watch.ts';
import { choresOf, handlersOf } from './assembly/work.ts';
import { makeSessions } from './features/accounts/accounts.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { bookRoutes } from './features/book/routes.ts';
import { cartRoutes } from './features/cart/routes.ts';
import { type Catalog, openCatalog } from './features/catalog/catalog.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import {
  type CoinCheckoutParts,
  claimForCoins,
  type DeliveredParts,
  makeCheckoutLanes,
  makePlacing,
} from './features/checkout/checkout.ts';
import { checkoutRoutes } from './features/checkout/routes.ts';
import { makeFees, showWallets } from './features/coins/coins.ts';
import { coinRoutes } from './features/coins/routes.ts';
import { contactRoutes } from './features/contact/routes.ts';
import { makeOptions, pageReader } from './features/content/content.ts';
import { contentRoutes } from './features/content/routes.ts';
import { countCrashes, crashRoutes } from './features/crashes/crashes.ts';
import { makeHeads, makePictures, makeWrittenWords } from './features/found/found.ts';
import { foundRoutes } from './features/found/routes.ts';
import { renameMember } from './features/kyc/kyc.ts';
import { kycRoutes } from './features/kyc/routes.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { myDataRoutes } from './features/mydata/routes.ts';
import { newsletterRoutes } from './features/newsletter/routes.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { pointTerms } from './features/points/points.ts';
import { pointRoutes } from './features/points/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { rateRoutes } from './features/rates/routes.ts';
import { sellingRoutes } from './features/selling/routes.ts';
import { makeSales } from './features/selling/selling.ts';
import { stockLevels } from './features/stock/stock.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { openViews } from './features/uploads/uploads.ts';
import { walletRoutes } from './features/wallet/routes.ts';
import type { Chore, Handlers } from './jobs/jobs.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import type { Invariant } from './ledger/verify.ts';
import { logRequests } from './platform/access-log.ts';
import type { Config } from './platform/config.ts';
import { connect } from './platform/db.ts';
import { seconds } from './platform/durations.ts';
import { healthRoutes } from './platform/health.ts';
import { apiBase, type Http, makeHttp } from './platform/http.ts';
import { metricsRoutes } from './platform/metrics.ts';
import { networkOf } from './platform/network.ts';
import { openApiRoutes } from './platform/openapi.ts';
import { sharedAssets } from './platform/shared-assets.ts';
import { builtShop, siteRoutes } from './platform/site.ts';

/** A shop that is connected but neither serving nor working yet. */
export interface Shop extends Parts {
  readonly http: Http;
  readonly catalog: Catalog;
  /** What checkout works with, for operations outside of HTTP. */
  readonly checkout: DeliveredParts & CoinCheckoutParts;
  readonly invariants: readonly Invariant[];
  /** What happens when jobs run. */
  readonly handlers: Handlers;
  /** What is done again and again while the shop works. */
  readonly chores: readonly Chore[];
  /** Makes `/readyz` say no, so that balancers send nothing more. */
  announceStop(): void;
  /** Starts jobs and chores in this process; beside requests it has fewer hands for them. */
  work(beside?: { readonly serving: boolean }): Worker;
  close(): Promise<void>;
}

/**
 * Jobs of one process at once. Beside requests they use a share of its connections. A worker has more of them under way
 * than connections: most of the time they wait for mail servers, or for each other to be done together, and none
 * asks for a connection while it holds one; but for a copy of one's data, of which one is made at a time.
 */
const jobsAtOnce = (connections: number, serving: boolean) =>
  serving ? Math.min(8, Math.ceil(connections * 0.4)) : Math.min(48, connections * 2);

/** Puts the shop together. The database must be up to date. */
export async function openShop(config: Config): Promise<Shop> {
  const parts = openParts(config);
  const { db, log } = parts;
  /** A connection beside the others: whoever waits for an answer over it may hold one of these. */
  const lookout = connect(config.databaseUrl, { max: 1, log, silentMs: seconds(5) });
  const options = makeOptions(lookout);
  const coins = { ...parts, options, wishKey: config.coins.wishKey };
  const coinWallets = (memberId: string) => showWallets(coins, memberId);
  /** What most features are given; each takes the few parts it names. */
  const features = { ...coins, keys: config.keys, coinWallets };
  const sessions = makeSessions(db, log);
  const secure = config.publicUrl.startsWith('https:');
  const http = makeHttp({
    log,
    trustProxy: config.trustProxy,
    secure,
    throttle: config.throttle,
    authenticate: sessions.authenticate,
  });
  const catalog = await openCatalog({ db, log, stockLevels });
  const checkout: DeliveredParts & CoinCheckoutParts = {
    ...parts,
    coins,
    catalog,
    keys: config.keys,
    payee: config.paypal.merchantId,
    lanes: makeCheckoutLanes(config.dbConnections),
    placeAtOnce: makePlacing(db),
    maxCodes: () => options.whole('max_codes_per_order'),
    unpaidLimits: () => unpaidLimits(options),
    proThreshold: () => options.whole('pro_member_threshold'),
    pointTerms: () => pointTerms(options),
  };
  const crashes = countCrashes(parts);
  crashRoutes(http, crashes);
  contactRoutes(http, features);
  newsletterRoutes(http, features);
  contentRoutes(http, {
    db,
    options,
    constants: publicConstants(config),
    brandCount: () => catalog.brandCount,
  });
  accountRoutes(http, { ...features, sessions, renameMember });
  mediaRoutes(http, { dataDir: config.dataDir, log });
  catalogRoutes(http, catalog, config.throttle);
  cartRoutes(http, { db, catalog });
  checkoutRoutes(http, checkout);
  const selling = {
    db,
    catalog,
    options,
    nodes: parts.nodes,
    wishKey: config.coins.wishKey,
    openViews: () => openViews(features),
  };
  orderRoutes(http, { ...features, catalog, sales: makeSales(selling) });
  sellingRoutes(http, selling);
  uploadRoutes(http, features);
  walletRoutes(http, { ...features, checkout });
  coinRoutes(http, { ...features, fees: makeFees(), claimOrder: claimForCoins });
  bookRoutes(http, features);
  pointRoutes(http, features);
  rateRoutes(http, features);
  pushRoutes(http, features);
  kycRoutes(http, features);
  myDataRoutes(http, { ...features, sessions });

  let stopping = false;
  logRequests(http.app, log);
  healthRoutes(http.app, { db: lookout, stopping: () => stopping });
  metricsRoutes(http, {
    figures: figures(db, crashes, [...parts.nodes.keys()]),
    log,
    token: config.metricsToken,
    openHere: !config.production,
  });
  await openApiRoutes(http, apiBase);
  const { publicUrl, dataDir } = config;
  foundRoutes(http, { catalog, publicUrl, pictures: makePictures({ catalog, dataDir, log }) });
  const early = await watchEarly(db, log);
  early.onChange(http.shortcuts.forget);
  http.app.addHook('onListen', async () => early.start());
  siteRoutes(http.app, {
    folder: builtShop,
    shared: sharedAssets(dataDir),
    shortcuts: http.shortcuts,
    headOf: makeHeads({
      catalog,
      publicUrl,
      early,
      writtenWords: makeWrittenWords(pageReader(db), log),
      onLook: (brandId, request) => catalog.countView(brandId, networkOf(http.addressOf(request))),
    }),
    source: pageSource({ http, catalog, early, log }),
    ...paymentSite(config.paypal.sdkUrl),
    identity: identitySite(config),
    mediaOrigins: await mediaOrigins(db),
    secure,
  });

  const handlers = handlersOf(features, checkout);
  const chores = choresOf(features, checkout);

  return {
    ...parts,
    http,
    catalog,
    checkout,
    handlers,
    chores,
    invariants,
    announceStop() {
      stopping = true;
    },
    work: ({ serving } = { serving: true }) =>
      startWorker({
        db,
        log,
        handlers,
        chores,
        concurrency: jobsAtOnce(config.dbConnections, serving),
      }),
    async close() {
      await http.app.close();
      await early.stop();
      await catalog.close();
      parts.mail.close();
      await lookout.close();
      await db.close();
    },
  };
}
