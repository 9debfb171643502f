/** The only file that knows every feature and vendor: it puts the shop together. */
import { makeSessions } from './features/accounts/accounts.ts';
import { makeOptions } from './features/content/content.ts';
import { addContentRoutes } from './features/content/routes.ts';
import { type Chore, type Handlers, migrateJobs, startWorker, type Worker } from './jobs/jobs.ts';
import { sealLedger } from './ledger/seal.ts';
import type { Invariant } from './ledger/verify.ts';
import type { Config } from './platform/config.ts';
import { connect, type Db } from './platform/db.ts';
import { minutes, seconds } from './platform/durations.ts';
import { type Http, makeHttp } from './platform/http.ts';
import { type Log, makeLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { makeThrottle, sweepThrottle, type Throttle } from './platform/throttle.ts';
import type { Mail } from './providers/mail/port.ts';
import { makeSmtp } from './providers/mail/smtp/smtp.ts';
import { makePayPal } from './providers/payments/paypal/paypal.ts';
import type { Payments } from './providers/payments/port.ts';
import { makeFeed } from './providers/rates/feed/feed.ts';
import type { Rates } from './providers/rates/port.ts';

/** What features are given; each names the few parts it uses in an interface of its own. */
export interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly db: Db;
  readonly throttle: Throttle;
  readonly payments: Payments;
  readonly mail: Mail;
  readonly rates: Rates;
}

/** A shop that is connected but neither serving nor working yet. */
export interface Shop extends Parts {
  readonly http: Http;
  readonly invariants: readonly Invariant[];
  /** Starts jobs and chores in this process. */
  work(): Promise<Worker>;
  close(): Promise<void>;
}

/** Brings the database up to date: the shop's migrations and the job runner's. */
export async function prepareDatabase(databaseUrl: string, log: Log): Promise<string[]> {
  const db = connect(databaseUrl, { max: 2, log });
  try {
    const applied = await migrate(db);
    await migrateJobs(databaseUrl, log);
    return applied;
  } finally {
    await db.close();
  }
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
    rates: makeFeed({ url: config.ratesUrl }),
  };
}

const workerConcurrency = 8;

/** Puts the shop together. The database must be up to date. */
export async function openShop(config: Config): Promise<Shop> {
  const parts = openParts(config);
  const { db, log } = parts;
  const options = makeOptions(db);
  const sessions = makeSessions(db, log);
  const http = makeHttp({
    log,
    trustProxy: config.production,
    authenticate: sessions.authenticate,
  });
  addContentRoutes(http, { db, options });

  const handlers: Handlers = {};
  const chores: Chore[] = [
    { name: 'ledger.seal', everyMs: seconds(5), run: async () => void (await db.tx(sealLedger)) },
    { name: 'throttle.sweep', everyMs: minutes(60), run: () => sweepThrottle(db) },
  ];

  return {
    ...parts,
    http,
    invariants: [],
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
      parts.mail.close();
      await db.close();
    },
  };
}
