/** The only file that knows every feature and vendor: it puts the shop together. */
import { join } from 'node:path';
import { accountInvariants, challenge, makeSessions } from './features/accounts/accounts.ts';
import { accountJobs } from './features/accounts/jobs.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { sweepSessions } from './features/accounts/session-queries.ts';
import { cartRoutes } from './features/cart/routes.ts';
import { type Catalog, openCatalog } from './features/catalog/catalog.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import {
  checkoutChores,
  checkoutInvariants,
  checkoutJobs,
  countRefundsOpen,
  type DeliveredParts,
  makeCheckoutLanes,
} from './features/checkout/checkout.ts';
import { checkoutRoutes } from './features/checkout/routes.ts';
import { contactJobs, sweepMessages } from './features/contact/contact.ts';
import { contactRoutes } from './features/contact/routes.ts';
import { allOptions, makeOptions, pageReader, publishPages } from './features/content/content.ts';
import { contentRoutes } from './features/content/routes.ts';
import {
  type EarlyPictures,
  makeHeads,
  makePictures,
  makeWrittenWords,
} from './features/found/found.ts';
import { foundRoutes } from './features/found/routes.ts';
import { countWaiting, kycInvariants, kycJobs } from './features/kyc/kyc.ts';
import { kycRoutes } from './features/kyc/routes.ts';
import { mediaDir } from './features/media/media.ts';
import { mediaRoutes } from './features/media/routes.ts';
import { newsletterJobs, sweepSubscribers } from './features/newsletter/newsletter.ts';
import { newsletterRoutes } from './features/newsletter/routes.ts';
import { countRecent, orderInvariants } from './features/orders/orders.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { pushJobs, sweepPush } from './features/push/push.ts';
import { pushRoutes } from './features/push/routes.ts';
import { rateChores } from './features/rates/rates.ts';
import { rateRoutes } from './features/rates/routes.ts';
import { sellingRoutes } from './features/selling/routes.ts';
import { makeSales, sellingInvariants, sellingJobs } from './features/selling/selling.ts';
import { stockInvariants, stockLevels, sweepExpired } from './features/stock/stock.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { type Files, openViews, uploadChores } from './features/uploads/uploads.ts';
import { walletRoutes } from './features/wallet/routes.ts';
import { walletInvariants } from './features/wallet/wallet.ts';
import {
  type Chore,
  countJobs,
  type Handlers,
  migrateJobs,
  startWorker,
  type Worker,
} from './jobs/jobs.ts';
import { lastCheck, ledgerCheck } from './ledger/check.ts';
import { sealAll } from './ledger/seal.ts';
import type { Invariant } from './ledger/verify.ts';
import { logRequests } from './platform/access-log.ts';
import type { Config } from './platform/config.ts';
import { connect, type Db } from './platform/db.ts';
import { minutes, seconds } from './platform/durations.ts';
import { healthRoutes } from './platform/health.ts';
import { apiBase, type Http, makeHttp } from './platform/http.ts';
import { type Log, makeLog } from './platform/log.ts';
import { type Figure, metricsRoutes } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { openApiRoutes } from './platform/openapi.ts';
import { builtShop, type IdentitySources, siteRoutes } from './platform/site.ts';
import { makeThrottle, sweepThrottle, type Throttle } from './platform/throttle.ts';
import { makeGoogle } from './providers/identity/google/google.ts';
import type { IdentityProvider } from './providers/identity/port.ts';
import type { Mail } from './providers/mail/port.ts';
import { makeSmtp } from './providers/mail/smtp/smtp.ts';
import { makePayPal } from './providers/payments/paypal/paypal.ts';
import type { Payments } from './providers/payments/port.ts';
import type { Push } from './providers/push/port.ts';
import { makeWebPush } from './providers/push/webpush/webpush.ts';
import { makeCoinbase } from './providers/rates/coinbase/coinbase.ts';
import { makeFeed } from './providers/rates/feed/feed.ts';
import type { CoinRates, Rates } from './providers/rates/port.ts';
import { makeDisk } from './providers/storage/disk/disk.ts';

/** What features are given; each names the few parts it uses in an interface of its own. */
export interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly db: Db;
  readonly throttle: Throttle;
  readonly payments: Payments;
  readonly mail: Mail;
  /** Where members' pictures are kept. */
  readonly files: Files;
  readonly rates: Rates;
  /** The shop may have no feed of coins. */
  readonly coinRates: CoinRates | undefined;
  /** Undefined when nobody signs in by Google here. */
  readonly identity: IdentityProvider | undefined;
  /** Undefined when the shop sends no notifications. */
  readonly push: Push | undefined;
}

/** A shop that is connected but neither serving nor working yet. */
export interface Shop extends Parts {
  readonly http: Http;
  readonly catalog: Catalog;
  /** What checkout works with, for operations outside of HTTP. */
  readonly checkout: DeliveredParts;
  readonly invariants: readonly Invariant[];
  /** What is done again and again while the shop works. */
  readonly chores: readonly Chore[];
  /** Makes `/readyz` say no, so that balancers send nothing more. */
  announceStop(): void;
  /** Starts jobs and chores in this process. */
  work(): Promise<Worker>;
  close(): Promise<void>;
}

/** Brings the database up to date: the shop's migrations, the job runner's, and the shop's own pages. */
export async function prepareDatabase(databaseUrl: string, log: Log): Promise<string[]> {
  const db = connect(databaseUrl, { max: 2, log });
  try {
    const applied = await migrate(db);
    await migrateJobs(databaseUrl, log);
    await publishPages(db);
    return applied;
  } finally {
    await db.close();
  }
}

/** Where members' pictures are kept: folders of `DATA_DIR`, the private ones apart and encrypted. */
export function openFiles(dataDir: string): Files {
  return { open: makeDisk(mediaDir(dataDir)), closed: makeDisk(join(dataDir, 'uploads')) };
}

function openParts(config: Config): Parts {
  const log = makeLog(config.logLevel);
  const db = connect(config.databaseUrl, { max: config.dbConnections, log });
  return {
    config,
    log,
    db,
    throttle: makeThrottle(db, config.throttle),
    payments: makePayPal(config.paypal),
    mail: makeSmtp(config.mail),
    files: openFiles(config.dataDir),
    rates: makeFeed({ url: config.ratesUrl }),
    // One coin after the other, while a process that ends waits.
    coinRates: config.coinRatesUrl
      ? makeCoinbase({ url: config.coinRatesUrl, timeoutMs: seconds(5) })
      : undefined,
    identity: config.google && makeGoogle(config.google),
    push: config.push && makeWebPush(config.push),
  };
}

/** What the payment script needs of the page: PayPal's own spreads over several hosts. */
function paymentSite(sdkUrl: string) {
  const { origin, hostname } = new URL(sdkUrl);
  const real = hostname === 'paypal.com' || hostname.endsWith('.paypal.com');
  return {
    paymentOrigins: real ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [origin],
    paymentStyles: real,
  };
}

interface MediaPlaces {
  /** Other origins that keep pictures and films. */
  readonly origins: readonly string[];
  readonly early: EarlyPictures;
}

/** Where pictures and films are kept; asked once, so another place needs a new start. */
async function mediaPlaces(db: Db): Promise<MediaPlaces> {
  const places = new Set([
    'media_url',
    'banner_video',
    'banner_poster',
    'sell_video',
    'sell_poster',
  ]);
  const options = await allOptions(db);
  const addresses = options.flatMap(({ name, value }) => {
    const origin = places.has(name) ? URL.parse(value)?.origin : undefined;
    return origin?.startsWith('http') ? [origin] : [];
  });
  const option = (wanted: string) => options.find(({ name }) => name === wanted)?.value ?? '';
  return {
    origins: [...new Set(addresses)],
    early: { mediaUrl: option('media_url'), poster: option('banner_poster') },
  };
}

/**
 * What signing in by Google needs of the page: Google's own button is a script and a frame, as its
 * documentation lists them; another issuer is asked from a window, and then for the token.
 */
function identitySite({ google }: Config): IdentitySources | undefined {
  if (!google) return undefined;
  if (google.issuer !== 'https://accounts.google.com')
    return { connect: new URL(google.issuer).origin };
  const services = 'https://accounts.google.com/gsi/';
  return {
    script: `${services}client`,
    style: `${services}style`,
    frame: services,
    connect: services,
  };
}

/** What visitors may know of the configuration. */
const publicConstants = ({ google, push }: Config): Record<string, string> => ({
  ...(google && { google_issuer: google.issuer, google_client_id: google.clientId }),
  ...(push && { push_public_key: push.publicKey }),
});

/** What operators watch: work that waits, and what there is to sell. */
function figures(db: Db): Figure[] {
  return [
    { name: 'giftlane_jobs_waiting', help: 'Jobs not done yet.', read: () => countJobs(db) },
    {
      name: 'giftlane_codes_free',
      help: 'Codes that can be sold now.',
      read: async () => [...(await stockLevels(db)).values()].reduce((a, b) => a + b, 0),
    },
    {
      name: 'giftlane_orders_last_24_hours',
      help: 'Orders placed within a day and paid.',
      read: () => countRecent(db),
    },
    {
      name: 'giftlane_refunds_open',
      help: 'Refunds the provider refused, and refunds not done for an hour.',
      read: () => countRefundsOpen(db),
    },
    {
      name: 'giftlane_kyc_waiting',
      help: 'Members whose documents wait for a decision.',
      read: () => countWaiting(db),
    },
    {
      name: 'giftlane_ledger_ok',
      help: 'Whether the last check of the ledger found nothing: 1, else 0. Absent before the first.',
      read: async () => {
        const check = await lastCheck(db);
        return check && Number(check.ok);
      },
    },
  ];
}

/** What must hold of the features at every commit. */
export const invariants: readonly Invariant[] = [
  ...accountInvariants,
  ...stockInvariants,
  ...orderInvariants,
  ...checkoutInvariants,
  ...sellingInvariants,
  ...walletInvariants,
  ...kycInvariants,
];

const workerConcurrency = 8;

/** Puts the shop together. The database must be up to date. */
export async function openShop(config: Config): Promise<Shop> {
  const parts = openParts(config);
  const { db, log } = parts;
  const options = makeOptions(db);
  const sessions = makeSessions(db, log);
  const http = makeHttp({
    log,
    trustProxy: config.trustProxy,
    authenticate: sessions.authenticate,
  });
  const catalog = await openCatalog({ db, log, stockLevels });
  const checkout: DeliveredParts = {
    ...parts,
    catalog,
    payee: config.paypal.merchantId,
    lanes: makeCheckoutLanes(config.dbConnections),
    maxCodes: () => options.whole('max_codes_per_order'),
    maxUnpaidCodes: () => options.whole('max_unpaid_codes_per_member'),
    lapseMs: async () => minutes(await options.whole('order_lapse_minutes')),
    proThreshold: () => options.whole('pro_member_threshold'),
  };
  contactRoutes(http, { ...parts, options });
  newsletterRoutes(http, { ...parts, options, keys: config.keys });
  contentRoutes(http, { db, options, constants: publicConstants(config) });
  accountRoutes(http, { ...parts, options, sessions });
  mediaRoutes(http, config);
  catalogRoutes(http, catalog);
  cartRoutes(http, { db, catalog });
  checkoutRoutes(http, checkout);
  const selling = {
    db,
    catalog,
    options,
    openViews: () => openViews({ db, keys: config.keys }),
  };
  orderRoutes(http, {
    db,
    catalog,
    throttle: parts.throttle,
    keys: config.keys,
    checkPassword: (memberId, password) => challenge({ ...parts, options }, memberId, password),
    sales: makeSales(selling),
  });
  sellingRoutes(http, selling);

  const uploads = { ...parts, options, keys: config.keys };
  uploadRoutes(http, uploads);
  walletRoutes(http, uploads);
  rateRoutes(http, { db });
  pushRoutes(http, { ...parts, options });
  kycRoutes(http, { db, keys: config.keys });

  let stopping = false;
  logRequests(http.app, log);
  healthRoutes(http.app, { db, stopping: () => stopping });
  metricsRoutes(http, { figures: figures(db), log, token: config.metricsToken });
  await openApiRoutes(http.app, http.served, apiBase);
  const { publicUrl, dataDir } = config;
  foundRoutes(http, { catalog, publicUrl, pictures: makePictures({ catalog, dataDir, log }) });
  const media = await mediaPlaces(db);
  siteRoutes(http.app, {
    folder: builtShop,
    shortcuts: http.shortcuts,
    headOf: makeHeads({
      catalog,
      publicUrl,
      early: media.early,
      writtenWords: makeWrittenWords(pageReader(db), log),
    }),
    ...paymentSite(config.paypal.sdkUrl),
    identity: identitySite(config),
    mediaOrigins: media.origins,
    secure: config.publicUrl.startsWith('https:'),
  });

  const handlers: Handlers = {
    ...accountJobs(parts),
    ...checkoutJobs(checkout),
    ...sellingJobs(parts),
    ...contactJobs({ ...parts, options }),
    ...newsletterJobs({ ...parts, keys: config.keys }),
    ...pushJobs(parts),
    ...kycJobs(parts),
  };
  const chores: Chore[] = [
    ...checkoutChores(checkout),
    ...rateChores(parts),
    ...uploadChores(parts),
    ledgerCheck({ db, log, invariants }),
    { name: 'ledger.seal', everyMs: seconds(5), run: () => sealAll(db) },
    { name: 'stock.expire', everyMs: minutes(10), run: () => sweepExpired(db) },
    { name: 'throttle.sweep', everyMs: minutes(60), run: () => sweepThrottle(db) },
    { name: 'accounts.sweep', everyMs: minutes(60), run: () => sweepSessions(db) },
    { name: 'contact.sweep', everyMs: minutes(60), run: () => sweepMessages(db) },
    { name: 'push.sweep', everyMs: minutes(60), run: () => sweepPush(db) },
    { name: 'newsletter.sweep', everyMs: minutes(60), run: () => sweepSubscribers(db) },
  ];

  return {
    ...parts,
    http,
    catalog,
    checkout,
    chores,
    invariants,
    announceStop() {
      stopping = true;
    },
    work: () =>
      startWorker({
        db,
        log,
        handlers,
        chores,
        databaseUrl: config.databaseUrl,
        concurrency: workerConcurrency,
      }),
    async close() {
      await http.app.close();
      await catalog.close();
      parts.mail.close();
      await db.close();
    },
  };
}
