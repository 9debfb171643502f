import { isIP } from 'node:net';
import { join } from 'node:path';
import {
  type Coin,
  type CoinNetwork,
  coinNetworks,
  coins,
  unitsPerCoin,
} from '@giftlane/contract/money/coins.ts';
import { isPushPair, type PushKeys, readPushServices } from '../secrets/push-keys.ts';
import { type KeyRing, keyRing } from '../secrets/secrets.ts';

/** Where a coin's node is, and on which network. */
export interface CoinNodeConfig {
  /** `http://user:password@host:port`. */
  readonly url: string;
  readonly cookieFile: string | undefined;
  readonly network: CoinNetwork;
}

/** Everything the shop reads from its environment, checked once at start. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The database as its owner, for migrations; undefined where they run as the shop's role, or elsewhere. */
  readonly databaseOwnerUrl: string | undefined;
  readonly logLevel: string;
  /**
   * Proxies that are believed about a client's address: addresses, ranges, or the names loopback,
   * linklocal, uniquelocal, comma separated. Throttles count by that address.
   */
  readonly trustProxy: string;
  /**
   * The header in which the proxy says the client's country, such as `cf-ipcountry`; empty where it says none. Only
   * shown to members, of their own sessions.
   */
  readonly countryHeader: string;
  /** Opens `/metrics` to whoever presents it; without it, this machine may look outside of production. */
  readonly metricsToken: string;
  /** How long `/readyz` says that it stops before it does, so that a balancer has seen it. */
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
  /** Who vouches for people that sign in with Google; undefined when nobody does. */
  readonly google: { readonly issuer: string; readonly clientId: string } | undefined;
  /** The coins members have wallets of; a coin without a node is none of this shop's. */
  readonly coins: {
    readonly nodes: Partial<Record<Coin, CoinNodeConfig>>;
    /** Where what the house holds above a cap goes: public keys of accounts, and smallest units. */
    readonly cold: Partial<Record<Coin, { readonly xpub: string; readonly cap: bigint }>>;
    /** What the signer knows the shop's wishes by; empty where there are no coins. */
    readonly wishKey: Buffer;
    /** A second word on what a coin costs, in the shape of Kraken's public ticker; empty: nothing is paid by coins. */
    readonly ratesUrl: string;
  };
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
}

/** Names every wrong variable at once, with what it should be. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Reads variables and collects what is wrong with them. */
export function reader(env: Env) {
  const problems: string[] = [];
  const value = (name: string) => (env[name] === '' ? undefined : env[name]);
  const bad = (name: string, want: string) => {
    problems.push(value(name) === undefined ? `${name} is not set: ${want}` : `${name}: ${want}`);
  };
  return {
    problems,
    bad,
    value,
    text(name: string, want: string, fallback?: string) {
      const found = value(name) ?? fallback;
      if (found === undefined) bad(name, want);
      return found ?? '';
    },
    whole(name: string, fallback: number, [min, max]: [number, number]) {
      const found = value(name);
      if (found === undefined) return fallback;
      const number = Number(found);
      if (!Number.isInteger(number) || number < min || number > max)
        bad(name, `a whole number from ${min} to ${max}`);
      return number;
    },
    url(name: string, protocols: string[], fallback?: string) {
      const found = value(name) ?? fallback;
      const want = `an address starting with ${protocols.map((p) => (p === 'mailto:' ? p : `${p}//`)).join(' or ')}`;
      if (found === undefined || !protocols.includes(URL.parse(found)?.protocol ?? ''))
        bad(name, want);
      return (found ?? '').replace(/\/$/, '');
    },
    /** An address of PostgreSQL, of one host. */
    database(name: string) {
      const found = value(name);
      if (/^postgres(ql)?:\/\/[^/]*,/.test(found ?? ''))
        bad(name, 'one host: name the one that takes writes, or what leads there (DNS, a proxy)');
      else if (!/^postgres(ql)?:$/.test(URL.parse(found ?? '')?.protocol ?? ''))
        bad(name, 'an address starting with postgres:// or postgresql://');
      return found ?? '';
    },
    /** An address of somebody else's service: in production what is said to it is for nobody else to read or answer. */
    service(name: string) {
      const found = URL.parse(value(name) ?? '');
      const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(found?.hostname ?? '');
      if (env.NODE_ENV === 'production' && found?.protocol === 'http:' && !isHere)
        bad(name, 'an address starting with https:// (http:// only on this machine)');
      return this.url(name, ['http:', 'https:']);
    },
    oneOf<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const found = value(name) ?? fallback;
      const choice = choices.find((c) => c === found);
      if (!choice) bad(name, `one of ${choices.join(', ')}`);
      return choice ?? fallback;
    },
  };
}

/** The key ring; undefined, and a problem, when it is none. */
export function readKeys({ value, bad }: Reader): KeyRing | undefined {
  try {
    return keyRing(value('ENCRYPTION_KEYS') ?? '');
  } catch (error) {
    bad('ENCRYPTION_KEYS', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

const http = ['http:', 'https:'];

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

/** Another word for production would bring up the stand-ins in its place. */
export const environments = ['production', 'development', 'test'];

/** `Name <name@host>` or the address alone. */
const sender = /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** Refuses values that would be believed and then go wrong in silence. */
function checkMeanings({ value, bad }: Reader): void {
  if (!namesProxies(value('TRUST_PROXY') ?? 'loopback'))
    bad('TRUST_PROXY', `addresses, ranges such as 10.0.0.0/8, or ${rangeNames.join(', ')}`);
  const from = value('MAIL_FROM');
  if (from !== undefined && !sender.test(from))
    bad('MAIL_FROM', 'the sender, such as Giftlane <shop@example.com>');
  const mailTo = value('LEDGER_HEAD_MAIL');
  if (mailTo !== undefined && !/^[^\s<>]+@[^\s<>]+$/.test(mailTo))
    bad('LEDGER_HEAD_MAIL', 'an address, such as owner@example.com');
  const home = URL.parse(value('PUBLIC_URL') ?? '');
  if (home && (home.pathname !== '/' || home.search || home.hash))
    bad('PUBLIC_URL', 'an address without a path, because the shop is at the root of its host');
  const [first, second] = ['COIN_RATES_URL', 'COIN_RATES_URL_2'].map(
    (name) => URL.parse(value(name) ?? '')?.host,
  );
  if (value('NODE_ENV') === 'production' && second && second === first)
    bad('COIN_RATES_URL_2', 'another source than COIN_RATES_URL, as prices count when two agree');
  if ((value('WORKER') ?? 'inline') !== 'inline') bad('WORKER', 'inline, or not set');
  if (!environments.includes(value('NODE_ENV') ?? 'development'))
    bad('NODE_ENV', `${environments.join(', ')}, or not set`);
}

export type Reader = ReturnType<typeof reader>;

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

/** A key of 32 bytes in base64; empty, and a problem, when it is none. */
export function readWishKey(read: Reader): Buffer {
  const key = Buffer.from(read.value('COIN_WISH_KEY') ?? '', 'base64');
  if (key.length !== 32)
    read.bad('COIN_WISH_KEY', '32 bytes in base64, the same for the shop and its signer');
  return key;
}

/** The network of a coin; where coins are worth something it has to be said. */
export const readCoinNetwork = (read: Reader, coin: Coin, production: boolean): CoinNetwork => {
  const name = `${coin.toUpperCase()}_NETWORK`;
  if (production && read.value(name) === undefined) read.bad(name, coinNetworks.join(', '));
  return read.oneOf(name, coinNetworks, 'regtest');
};

/** Coins as decimals in smallest units; undefined when it is none. */
export function unitsOf(text: string): bigint | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * BigInt(unitsPerCoin) + BigInt(fraction.padEnd(8, '0'));
}

/** The public key of a cold account; undefined where there is none. Its check sum is looked at when it is used. */
export function readColdXpub(read: Reader, coin: Coin): string | undefined {
  const name = `${coin.toUpperCase()}_COLD_XPUB`;
  const xpub = read.value(name);
  if (xpub !== undefined && !/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(xpub))
    read.bad(name, 'an extended public key of an account, which begins with xpub (BIP 32)');
  return xpub;
}

/** Where what the house holds above a cap goes: both are said, or neither. */
function readCold(read: Reader): Config['coins']['cold'] {
  const cold: Config['coins']['cold'] = {};
  for (const coin of coins) {
    const name = `${coin.toUpperCase()}_HOT_CAP`;
    const xpub = readColdXpub(read, coin);
    const text = read.value(name);
    if (xpub === undefined && text === undefined) continue;
    const cap = text === undefined ? undefined : unitsOf(text);
    if (xpub === undefined || cap === undefined)
      read.bad(name, 'coins that the house keeps at hand, such as 0.5, beside the cold account');
    else cold[coin] = { xpub, cap };
  }
  return cold;
}

/** Coins: a node for each; `none` in place of its address, or nothing of it at all, leaves a coin out. */
export function readCoins(read: Reader, production: boolean): Config['coins'] {
  const nodes: Partial<Record<Coin, CoinNodeConfig>> = {};
  for (const coin of coins) {
    const name = coin.toUpperCase();
    const cookieFile = read.value(`${name}_RPC_COOKIE_FILE`);
    // In production the signer is told the networks of both coins, perhaps by the variables of the shop.
    const said = cookieFile ?? (production ? undefined : read.value(`${name}_NETWORK`));
    if ((read.value(`${name}_RPC_URL`) ?? said ?? 'none') === 'none') continue;
    nodes[coin] = {
      url: read.url(`${name}_RPC_URL`, http),
      cookieFile,
      network: readCoinNetwork(read, coin, production),
    };
  }
  const any = Object.keys(nodes).length > 0;
  return {
    nodes,
    cold: readCold(read),
    wishKey: any ? readWishKey(read) : Buffer.alloc(0),
    ratesUrl: read.value('COIN_RATES_URL_2') ? read.service('COIN_RATES_URL_2') : '',
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

/** The address of the database for its owner, where one is given. */
export const readOwnerUrl = (read: Reader): string | undefined =>
  read.value('DATABASE_OWNER_URL') === undefined ? undefined : read.database('DATABASE_OWNER_URL');

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Where a test may kill a process, nobody else may. */
export function refuseCrashes(read: Reader, production: boolean): void {
  for (const name of ['CRASH_POINT', 'CRASH_VICTIM'])
    if (production && read.value(name)) read.bad(name, 'refused in production');
}

/** Reads the environment. Throws a `ConfigError` that names everything wrong at once. */
export function readConfig(env: Env): Config {
  const read = reader(env);
  const production = env.NODE_ENV === 'production';
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
    dataDir,
    databaseUrl: read.database('DATABASE_URL'),
    databaseOwnerUrl: readOwnerUrl(read),
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
  };
  if (read.problems.length > 0 || !keys) throw new ConfigError(read.problems);
  return { ...config, keys };
}
