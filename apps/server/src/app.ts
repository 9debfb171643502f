/**
 * Assembles the shop. Only this file and `assembly/` know every feature and vendor.
 */
import { addCalls } from './assembly/calls.ts';
import { assetStore } from './assembly/files.ts';
import { unpaidLimits } from './assembly/limits.ts';
import { type Checkout, type Features, openParts, type Parts } from './assembly/parts.ts';
import {
  identitySite,
  mediaOrigins,
  pageSource,
  paymentSite,
  watchEarly,
} from './assembly/site.ts';
import { figures, invariants, processFigures } from './assembly/watch.ts';
import { choresOf, handlersOf } from './assembly/work.ts';
import { makeSessions } from './features/accounts/accounts.ts';
import { type Catalog, openCatalog } from './features/catalog/catalog.ts';
import { makeCheckoutLanes, makePlacing } from './features/checkout/checkout.ts';
import { makeOptions, pageReader } from './features/content/content.ts';
import { countCrashes } from './features/crashes/crashes.ts';
import { pointTerms } from './features/points/points.ts';
import { seoRoutes } from './features/seo/routes.ts';
import { makeHeads, makePictures, makeWrittenWords } from './features/seo/seo.ts';
import { stockReader } from './features/stock/stock.ts';
import type { Chore, Handlers } from './jobs/jobs.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import type { Invariant } from './ledger/rules.ts';
import { connect, type Db } from './platform/db/db.ts';
import { logRequests } from './platform/http/access-log.ts';
import { apiBase, type Http, makeHttp } from './platform/http/http.ts';
import { networkOf } from './platform/http/network.ts';
import { openApiRoutes } from './platform/http/openapi.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import type { Config } from './platform/process/config.ts';
import { seconds } from './platform/process/durations.ts';
import { healthRoutes } from './platform/process/health.ts';
import { measureReplies, metricsRoutes, readyFigure } from './platform/process/metrics.ts';
import type { WatchConfig } from './platform/process/watch-config.ts';
import { openWatchPort, type WatchPort } from './platform/process/watch-port.ts';
import { sharedAssets } from './platform/render/shared-assets.ts';
import { builtShop, siteRoutes } from './platform/render/site.ts';

/** A connected shop that neither serves requests nor runs jobs yet. */
export interface Shop extends Parts {
  readonly http: Http;
  readonly catalog: Catalog;
  /** Checkout's dependencies, for operations outside HTTP. */
  readonly checkout: Checkout;
  readonly invariants: readonly Invariant[];
  /** Handlers of jobs. */
  readonly handlers: Handlers;
  /** Periodic work. */
  readonly chores: readonly Chore[];
  /** Makes `/readyz` fail, so that load balancers send nothing more. */
  announceStop(): void;
  /** Starts jobs and chores in this process, fewer at once beside requests. */
  work(beside?: { readonly serving: boolean }): Worker;
  /** Opens the port of a process that does not serve; its worker says whether it works. */
  watch(at: WatchConfig, worker: Worker): Promise<WatchPort>;
  close(): Promise<void>;
}

/**
 * Jobs of one process at once. Beside requests they use a share of its connections. A worker runs more jobs than it has
 * connections: they mostly wait for mail servers or for each other, and only a copy of a member's data, made one at
 * a time, asks for a second connection while it holds one.
 */
const jobsAtOnce = (connections: number, serving: boolean) =>
  serving ? Math.min(8, Math.ceil(connections * 0.4)) : Math.min(48, connections * 2);

/** Checkout's dependencies. */
const checkoutParts = (features: Features, catalog: Catalog): Checkout => {
  const { config, db, options } = features;
  return {
    ...features,
    coins: features,
    catalog,
    payee: config.paypal.merchantId,
    lanes: makeCheckoutLanes(config.dbConnections),
    placeAtOnce: makePlacing(db),
    maxCodes: () => options.whole('max_codes_per_order'),
    unpaidLimits: () => unpaidLimits(options),
    proThreshold: () => options.whole('pro_member_threshold'),
    pointTerms: () => pointTerms(options),
  };
};

/** Serves pages, what search engines read of them, and pictures; answers the watch of the first pictures. */
async function addPages(http: Http, { config, log, db, files }: Parts, catalog: Catalog) {
  const { publicUrl, dataDir } = config;
  seoRoutes(http, { catalog, publicUrl, pictures: makePictures({ catalog, dataDir, files, log }) });
  const early = await watchEarly(db, log);
  early.onChange(http.responseCache.forget);
  http.app.addHook('onListen', async () => early.start());
  siteRoutes(http.app, {
    folder: builtShop,
    shared: sharedAssets(dataDir),
    store: assetStore(files),
    responseCache: http.responseCache,
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
    secure: isSecure(config),
  });
  return early;
}

const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

interface Watching {
  /** Connected apart from the pool, so that health is told when that is used up. */
  readonly lookout: Db;
  readonly crashes: ReturnType<typeof countCrashes>;
}

/** Health and metrics, at the shop's own address and at the port of a process that serves no pages. */
function addWatch(http: Http, parts: Parts, { lookout, crashes }: Watching) {
  const { config, log } = parts;
  let isStopping = false;
  const stopping = () => isStopping;
  const problem = healthRoutes(http.app, { db: lookout, stopping });
  const all = [
    ...figures(parts.replica, crashes, [...parts.nodes.keys()]),
    ...processFigures(parts),
  ];
  metricsRoutes(http.app, {
    log,
    figures: [readyFigure(problem), ...all],
    token: config.metricsToken,
    openHere: !config.production,
  });
  const watch: Shop['watch'] = (at, { turnedMs }) =>
    openWatchPort(at, {
      ...{ log, figures: all, db: lookout, turnedMs, stopping },
      standsAfterMs: seconds(15),
    });
  return {
    watch,
    announceStop() {
      isStopping = true;
    },
  };
}

/** Assembles the shop. The database must be migrated. */
export async function openShop(config: Config): Promise<Shop> {
  const parts = openParts(config);
  const { db, log } = parts;
  /** Its own connection: a holder of a pooled one may wait for an option. */
  const lookout = connect(config.databaseUrl, {
    max: 1,
    log,
    silentMs: seconds(5),
    directUrl: config.databaseDirectUrl,
  });
  const options = makeOptions(lookout);
  const features = { ...parts, options, keys: config.keys, wishKey: config.coins.wishKey };
  const sessions = makeSessions(db, log);
  const http = makeHttp({
    log,
    trustProxy: config.trustProxy,
    secure: isSecure(config),
    throttle: config.throttle,
    authenticate: sessions.authenticate,
  });
  const catalog = await openCatalog({ db, log, stockLevels: stockReader() });
  const checkout = checkoutParts(features, catalog);
  const crashes = countCrashes(parts);
  addCalls(http, { ...features, sessions, catalog, checkout, crashes });

  traceRequests(http.app);
  logRequests(http.app, log);
  const watch = addWatch(http, parts, { lookout, crashes });
  measureReplies(http);
  await openApiRoutes(http, apiBase);
  const early = await addPages(http, parts, catalog);

  const work = {
    db,
    log,
    handlers: handlersOf(features, checkout),
    chores: choresOf(features, checkout),
  };
  return {
    ...parts,
    ...work,
    http,
    catalog,
    checkout,
    invariants,
    ...watch,
    work: ({ serving } = { serving: true }) =>
      startWorker({ ...work, concurrency: jobsAtOnce(config.dbConnections, serving) }),
    async close() {
      await http.app.close();
      await early.stop();
      await catalog.close();
      parts.mail.close();
      await lookout.close();
      await Promise.all([db.close(), parts.replica.close()]);
    },
  };
}
