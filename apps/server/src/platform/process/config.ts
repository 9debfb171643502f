import { isIP } from 'node:net';
import { join } from 'node:path';
import { isPushPair, type PushKeys, readPushServices } from '../secrets/push-keys.ts';
import type { KeyRing } from '../secrets/secrets.ts';
import { type CoinsConfig, readCoins } from './coin-config.ts';
import { ConfigError, type Env, http, isProduction, type Reader, reader, readKeys } from './env.ts';
import { type FilesConfig, readFiles } from './files-config.ts';
import { readTraces, readWatch, type WatchConfig } from './watch-config.ts';

/** Everything the shop reads from its environment, checked once at start. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  readonly publicUrl: string;
  /** Where the back office listens and how operators reach it; undefined when this shop has none. */
  readonly office: { readonly port: number; readonly url: string } | undefined;
  readonly dataDir: string;
  readonly files: FilesConfig;
  readonly databaseUrl: string;
  /** The database itself, where `databaseUrl` leads to a pooler that gives each transaction another session. */
  readonly databaseDirectUrl?: string | undefined;
  /** A standby for reading what may be some seconds old. */
  readonly databaseReplicaUrl?: string | undefined;
  /** The database as its owner, for migrations; undefined where they run as the shop's role, or elsewhere. */
  readonly databaseOwnerUrl: string | undefined;
  readonly logLevel: string;
  /**
   * Trusted proxies: addresses, ranges, or the names loopback, linklocal, uniquelocal, comma separated. Throttles
   * count by that address.
   */
  readonly trustProxy: string;
  /**
   * The proxy's header with the client's country, such as `cf-ipcountry`; empty if there is none. Only
   * shown to members, of their own sessions.
   */
  readonly countryHeader: string;
  /** The token for `/metrics`; without it only this machine may read it, outside production. */
  readonly metricsToken: string;
  /** How long `/readyz` fails before the process stops, so that balancers notice. */
  readonly shutdownDelayMs: number;
  /** Multiplies every throttle; 0 switches them off. */
  readonly throttle: number;
  readonly keys: KeyRing;
  readonly paypal: {
    readonly apiUrl: string;
    readonly sdkUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly webhookId: string;
    /** The account that has to be paid; empty accepts whatever account the credentials belong to. */
    readonly merchantId: string;
    readonly timeoutMs: number;
  };
  readonly mail: { readonly smtpUrl: string; readonly from: string };
  /** Where the ledger's daily signed heads go: a file, and a mailbox unless that is empty. */
  readonly heads: { readonly file: string; readonly mailTo: string };
  readonly ratesUrl: string;
  /** Empty: the shop has no rates of coins. */
  readonly coinRatesUrl: string;
  /** The OpenID issuer; undefined without sign-in by Google. */
  readonly google: { readonly issuer: string; readonly clientId: string } | undefined;
  /** The coins members have wallets of; a coin without a node is none of this shop's. */
  readonly coins: CoinsConfig;
  /** How notifications reach browsers; undefined when there are none. */
  readonly push:
    | (PushKeys & {
        /** Whom a push service can write to about us. */
        readonly subject: string;
        /** Hosts, and stand-ins by origin, that messages may go to. */
        readonly services: readonly string[];
      })
    | undefined;
  /** Cost of a password hash: `production`, or `least` for tests. */
  readonly passwordCost: 'production' | 'least';
  readonly dbConnections: number;
  /** Where a worker can be watched. */
  readonly watch: WatchConfig | undefined;
  /** Where traces go, and the share that is kept; undefined: nowhere. */
  readonly traces: { readonly url: string; readonly share: number } | undefined;
}

const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether it is a list of proxies as `trustProxy` is one. */
function namesProxies(list: string): boolean {
  return list.split(',').every((part) => {
    const name = part.trim();
    if (rangeNames.includes(name)) return true;
    const [address = '', bits = '32', ...more] = name.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isRange = /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most && more.length === 0;
    return isIP(address) > 0 && isRange;
  });
}

/** A misspelled `production` would start with stand-ins. */
export const environments = ['production', 'development', 'test'];

/** `Name <name@host>` or the address alone. */
const sender = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** Refuses values that would fail silently later. */
function checkMeanings({ value, bad }: Reader): void {
  if (!namesProxies(value('TRUST_PROXY') ?? 'loopback'))
    bad('TRUST_PROXY', `addresses, ranges such as 10.0.0.0/8, or ${rangeNames.join(', ')}`);
  const from = value('MAIL_FROM');
  if (from !== undefined && !sender.test(from))
    bad('MAIL_FROM', 'the sender, such as Giftlane <shop@example.com>');
  const mailTo = value('LEDGER_HEAD_MAIL');
  if (mailTo !== undefined && !/^[^\s<>]+@[^\s<>]+$/.test(mailTo))
    bad('LEDGER_HEAD_MAIL', 'an address, such as owner@example.com');
  const [home, office] = (['PUBLIC_URL', 'OFFICE_URL'] as const).map((name) => {
    const url = URL.parse(value(name) ?? '');
    if (url && (url.pathname !== '/' || url.search || url.hash))
      bad(name, 'an address without a path, because its pages are at the root of its host');
    return url;
  });
  if (office && office.origin === home?.origin)
    bad('OFFICE_URL', 'another origin than PUBLIC_URL: what runs in the shop must not reach it');
  const [first, second] = ['COIN_RATES_URL', 'COIN_RATES_URL_2'].map(
    (name) => URL.parse(value(name) ?? '')?.host,
  );
  if (value('NODE_ENV') === 'production' && second && second === first)
    bad('COIN_RATES_URL_2', 'another source than COIN_RATES_URL, as prices count when two agree');
  if ((value('WORKER') ?? 'inline') !== 'inline') bad('WORKER', 'inline, or not set');
  if (!environments.includes(value('NODE_ENV') ?? 'development'))
    bad('NODE_ENV', `${environments.join(', ')}, or not set`);
}

/** Where the office is outside of production, if nothing else is said. */
export const ownOfficeUrl = ({ OFFICE_PORT: port }: Env): string =>
  `http://localhost:${port || 3001}`;

/** The back office: only with `OFFICE_URL`. */
export function readOffice(read: Reader): Config['office'] {
  if (read.value('OFFICE_URL') === undefined) return undefined;
  const port = read.whole('OFFICE_PORT', 3001, [0, 65535]);
  return { port, url: read.url('OFFICE_URL', http) };
}

/** Google sign-in: both variables, or `none` as the issuer; only production insists on a word about it. */
function readGoogle(read: Reader, production: boolean): Config['google'] {
  const given = read.value('GOOGLE_ISSUER') ?? read.value('GOOGLE_CLIENT_ID');
  if (read.value('GOOGLE_ISSUER') === 'none' || (!production && given === undefined))
    return undefined;
  return {
    issuer: read.url('GOOGLE_ISSUER', production ? ['https:'] : http),
    clientId: read.text('GOOGLE_CLIENT_ID', 'the client id of your app at Google'),
  };
}

/** Web push: all three variables, or `none` as the public key; only production insists on a word about it. */
function readPush(read: Reader, production: boolean): Config['push'] {
  const given = read.value('VAPID_PUBLIC_KEY') ?? read.value('VAPID_PRIVATE_KEY');
  if (read.value('VAPID_PUBLIC_KEY') === 'none' || (!production && given === undefined))
    return undefined;
  const publicKey = read.text('VAPID_PUBLIC_KEY', 'the public key of web push, or none');
  const privateKey = read.text('VAPID_PRIVATE_KEY', 'the private key of web push');
  if (publicKey && privateKey && !isPushPair({ publicKey, privateKey }))
    read.bad('VAPID_PRIVATE_KEY', 'the P-256 key that belongs to VAPID_PUBLIC_KEY, in base64url');
  const services = readPushServices(read.value('PUSH_SERVICES') ?? 'browsers', !production);
  if (!services)
    read.bad('PUSH_SERVICES', 'hosts, comma separated; browsers stands for the usual ones');
  return {
    publicKey,
    privateKey,
    subject: read.url('VAPID_SUBJECT', ['mailto:', 'https:']),
    services: services ?? [],
  };
}

/** The address of the database for its owner, past a pooler or of a standby, where one is given. */
export const readOtherUrl = (
  read: Reader,
  name: `DATABASE_${'OWNER' | 'DIRECT' | 'REPLICA'}_URL`,
): string | undefined => (read.value(name) === undefined ? undefined : read.database(name));

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Crash points are for tests only. */
export function refuseCrashes(read: Reader, production: boolean): void {
  for (const name of ['CRASH_POINT', 'CRASH_VICTIM'])
    if (production && read.value(name)) read.bad(name, 'refused in production');
}

/** Reads the environment. Throws a `ConfigError` that names everything wrong at once. */
export function readConfig(env: Env): Config {
  const read = reader(env);
  const production = isProduction(env);
  const throttle = Number(read.value('THROTTLE') ?? '1');
  if (!Number.isFinite(throttle) || throttle < 0) read.bad('THROTTLE', 'a number, 1 is normal');
  if (production && throttle === 0) read.bad('THROTTLE', '0 is refused in production');
  refuseCrashes(read, production);
  const passwordCost = read.oneOf('PASSWORD_COST', ['production', 'least'], 'production');
  if (production && passwordCost === 'least')
    read.bad('PASSWORD_COST', 'least is refused in production');
  checkMeanings(read);
  const port = read.whole('PORT', 3000, [0, 65535]);
  const keys = readKeys(read);
  const dataDir = read.text('DATA_DIR', 'a folder', './data');
  const config = {
    production,
    port,
    host: read.text('HOST', 'an address of this machine', production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: read.url('PUBLIC_URL', http, production ? undefined : `http://localhost:${port}`),
    office: readOffice(read),
    dataDir,
    files: readFiles(read),
    databaseUrl: read.database('DATABASE_URL'),
    databaseDirectUrl: readOtherUrl(read, 'DATABASE_DIRECT_URL'),
    databaseReplicaUrl: readOtherUrl(read, 'DATABASE_REPLICA_URL'),
    databaseOwnerUrl: readOtherUrl(read, 'DATABASE_OWNER_URL'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    throttle,
    shutdownDelayMs: 1_000 * read.whole('SHUTDOWN_DELAY_SECONDS', production ? 5 : 0, [0, 300]),
    metricsToken: read.value('METRICS_TOKEN') ?? '',
    countryHeader: (read.value('COUNTRY_HEADER') ?? '').toLowerCase(),
    trustProxy: read.text('TRUST_PROXY', 'addresses of proxies', 'loopback'),
    paypal: {
      apiUrl: read.service('PAYPAL_API_URL'),
      sdkUrl: read.service('PAYPAL_SDK_URL'),
      clientId: read.text('PAYPAL_CLIENT_ID', 'the client id of your PayPal app'),
      clientSecret: read.text('PAYPAL_CLIENT_SECRET', 'the secret of your PayPal app'),
      webhookId: read.text('PAYPAL_WEBHOOK_ID', 'the id PayPal gave your webhook'),
      merchantId: read.value('PAYPAL_MERCHANT_ID') ?? '',
      timeoutMs: read.whole('PAYPAL_TIMEOUT_MS', 10_000, [100, 60_000]),
    },
    mail: {
      smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: read.text('MAIL_FROM', 'the sender, such as Giftlane <shop@example.com>'),
    },
    heads: {
      file: read.value('LEDGER_HEAD_FILE') ?? join(dataDir, 'ledger-heads'),
      mailTo: read.value('LEDGER_HEAD_MAIL') ?? '',
    },
    ratesUrl: read.service('RATES_URL'),
    coinRatesUrl:
      (read.value('COIN_RATES_URL') ?? read.value('COIN_RATES_URL_2'))
        ? read.service('COIN_RATES_URL')
        : '',
    coins: readCoins(read, production),
    google: readGoogle(read, production),
    push: readPush(read, production),
    passwordCost,
    dbConnections: read.whole('DATABASE_CONNECTIONS', 20, [2, 500]),
    watch: readWatch(read, production),
    traces: readTraces(read),
  };
  if (read.problems.length > 0 || !keys) throw new ConfigError(read.problems);
  return { ...config, keys };
}
