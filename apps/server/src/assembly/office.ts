/** The back office: its own HTTP server, whose calls only operators may make. */
import { fileURLToPath } from 'node:url';
import { folderOf, locale } from '@giftlane/texts/locale.ts';
import { auditCall } from '../features/audit/audit.ts';
import { auditRoutes } from '../features/audit/office-routes.ts';
import { bookRoutes } from '../features/books/office-routes.ts';
import { caseRoutes } from '../features/cases/routes.ts';
import { catalogOfficeRoutes } from '../features/catalog/office-routes.ts';
import { disputeRoutes } from '../features/checkout/disputes/office-routes.ts';
import { moneyQueueRoutes } from '../features/checkout/office-routes.ts';
import { settlementRoutes } from '../features/checkout/settlement/office-routes.ts';
import { claimOfficeRoutes } from '../features/claims/office-routes.ts';
import { makeFees } from '../features/coins/coins.ts';
import { coinOfficeRoutes } from '../features/coins/office-routes.ts';
import { contactOfficeRoutes } from '../features/contact/office-routes.ts';
import { makeOptions } from '../features/content/content.ts';
import { contentOfficeRoutes } from '../features/content/office-routes.ts';
import { importOfficeRoutes } from '../features/imports/office-routes.ts';
import { identityOfficeRoutes } from '../features/kyc/office-routes.ts';
import { mediaRoutes } from '../features/media/routes.ts';
import { failedJobRoutes } from '../features/money-queues/failed-jobs.ts';
import { newsletterOfficeRoutes } from '../features/newsletter/office-routes.ts';
import { operatorOfficeRoutes } from '../features/operators/office-routes.ts';
import { operatorFinder } from '../features/operators/operators.ts';
import { operatorRoutes } from '../features/operators/routes.ts';
import { saleReviewRoutes } from '../features/selling/office-routes.ts';
import { stockOfficeRoutes } from '../features/stock/office-routes.ts';
import { supportRoutes } from '../features/support/office-routes.ts';
import { todayRoutes } from '../features/today/office-routes.ts';
import { pictureOfficeRoutes } from '../features/uploads/office-routes.ts';
import { voucherOfficeRoutes } from '../features/wallet/office-routes.ts';
import { logRequests } from '../platform/http/access-log.ts';
import { apiBase, type Http, makeHttp } from '../platform/http/http.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { traceRequests } from '../platform/http/trace-requests.ts';
import type { Config } from '../platform/process/config.ts';
import { applicationRoutes } from '../platform/render/application.ts';
import type { Parts } from './parts.ts';

const builtOffice = fileURLToPath(new URL(`../../../office/${folderOf(locale)}/`, import.meta.url));

const reading = new Set(['GET', 'HEAD']);

/** Assembles the office of a shop; it does not listen yet. */
export function openOffice(parts: Parts, { url }: NonNullable<Config['office']>): Http {
  const { config, db, log } = parts;
  const { origin, protocol } = new URL(url);
  const secure = protocol === 'https:';
  const http = makeHttp({
    log,
    trustProxy: config.trustProxy,
    secure,
    throttle: config.throttle,
    authenticate: async () => undefined,
    operatorOf: operatorFinder(db, secure),
    audit: auditCall(db),
  });
  // Beside SameSite: a page of another port of this host is of the same site, but of another origin. What it reads it
  // can not see, but the look would be in the log under the operator's name.
  http.app.addHook('onRequest', async ({ method, headers, routeOptions }) => {
    const from = headers['sec-fetch-site'];
    const isForeign =
      routeOptions.url?.startsWith(apiBase) && (from === 'same-site' || from === 'cross-site');
    if (isForeign || (!reading.has(method) && headers.origin !== origin))
      throw new Refusal('request.other_origin');
  });
  operatorRoutes(http, { db, keys: config.keys, config, throttle: parts.throttle, secure });
  const keys = config.keys;
  const options = makeOptions(db);
  const { nodes } = parts;
  const { wishKey, cold } = config.coins;
  const all = { ...parts, keys, options, coins: { nodes, wishKey, cold, fees: makeFees() } };
  bookRoutes(http, all);
  caseRoutes(http, all);
  claimOfficeRoutes(http, all);
  saleReviewRoutes(http, all);
  supportRoutes(http, all);
  operatorOfficeRoutes(http, all);
  todayRoutes(http, all);
  contactOfficeRoutes(http, all);
  contentOfficeRoutes(http, all);
  newsletterOfficeRoutes(http, all);
  voucherOfficeRoutes(http, all);
  auditRoutes(http, all);
  identityOfficeRoutes(http, all);
  catalogOfficeRoutes(http, all);
  pictureOfficeRoutes(http, all);
  mediaRoutes(http, { ...all, dataDir: config.dataDir });
  importOfficeRoutes(http, all);
  stockOfficeRoutes(http, all);
  moneyQueueRoutes(http, all);
  disputeRoutes(http, all);
  settlementRoutes(http, { ...all, payee: config.paypal.merchantId });
  coinOfficeRoutes(http, { db, ...all.coins });
  failedJobRoutes(http, all);
  applicationRoutes(http.app, builtOffice);
  traceRequests(http.app);
  logRequests(http.app, log);
  return http;
}
