/** The signer's configuration from its environment; no other process gets the seed. */
import { type Coin, type CoinNetwork, coins } from '@giftlane/contract/money/coins.ts';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import {
  readCoinNetwork,
  readColdXpub,
  readWishKey,
  unitsOf,
} from '../platform/process/coin-config.ts';
import {
  environments,
  logLevels,
  readOtherUrl,
  refuseCrashes,
} from '../platform/process/config.ts';
import { ConfigError, type Env, isProduction, reader } from '../platform/process/env.ts';
import { readWatch, type WatchConfig } from '../platform/process/watch-config.ts';
import { openAccount } from '../utxo/scripts.ts';

/** The most that may be signed, fees included and change excluded, in smallest units. */
export interface Limits {
  readonly perTransfer: bigint;
  readonly perHour: bigint;
  readonly perDay: bigint;
}

export interface SignerConfig {
  readonly databaseUrl: string;
  readonly logLevel: string;
  /** The seed's words (BIP 39). */
  readonly words: string;
  readonly wishKey: Buffer;
  /** The folder of the signed book; the database cannot alter it. */
  readonly dir: string;
  /** Accounts of each coin kept ready for new wallets. */
  readonly accounts: number;
  readonly networks: Readonly<Record<Coin, CoinNetwork>>;
  readonly limits: Readonly<Record<Coin, Limits>>;
  /** Limits of transfers to cold accounts; these do not count towards `limits`. */
  readonly sweepLimits: Readonly<Record<Coin, Limits>>;
  /** Extended public keys of the cold accounts, the only destinations of house money that is no payment for a card. */
  readonly cold: Readonly<Partial<Record<Coin, string>>>;
  /** Where it can be watched. */
  readonly watch: WatchConfig | undefined;
}

/** Defaults outside production; in production limits must be configured. */
const usualLimits = '10/100/500';

/** True for a valid extended public key of an account, checksum included. */
function isAccount(xpub: string): boolean {
  try {
    openAccount(xpub);
    return true;
  } catch {
    return false;
  }
}

/** Reads the signer's environment. Throws a `ConfigError` that lists every problem. */
export function readSignerConfig(env: Env): SignerConfig {
  const read = reader(env);
  const production = isProduction(env);
  refuseCrashes(read, production);
  if (!environments.includes(read.value('NODE_ENV') ?? 'development'))
    read.bad('NODE_ENV', `${environments.join(', ')}, or not set`);
  const words = (read.value('COIN_SEED') ?? '').trim().replace(/\s+/g, ' ');
  if (!validateMnemonic(words, wordlist))
    read.bad('COIN_SEED', 'twelve to twenty-four words of BIP 39, with their check word');
  const limitsOf = (name: string, usual: string | undefined): Limits => {
    const want = 'coins for each transfer, an hour and a day, such as 0.5/2/10';
    const text = read.text(name, want, usual);
    const [perTransfer, perHour, perDay, ...more] = text.split('/').map(unitsOf);
    if (perTransfer === undefined || perHour === undefined || perDay === undefined || more.length)
      read.bad(name, want);
    return { perTransfer: perTransfer ?? 0n, perHour: perHour ?? 0n, perDay: perDay ?? 0n };
  };
  const usual = production ? undefined : usualLimits;
  const limitsName = (coin: Coin) => `${coin.toUpperCase()}_SIGN_LIMITS`;
  const of = <T>(make: (coin: Coin) => T) =>
    Object.fromEntries(coins.map((coin) => [coin, make(coin)])) as Record<Coin, T>;
  const config: SignerConfig = {
    databaseUrl: readOtherUrl(read, 'DATABASE_DIRECT_URL') ?? read.database('DATABASE_URL'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    words,
    wishKey: readWishKey(read),
    dir: read.text('SIGNER_DIR', 'a folder of its own', './data/signer'),
    watch: readWatch(read, production),
    accounts: read.whole('SIGNER_ACCOUNTS', 50, [1, 100_000]),
    networks: of((coin) => readCoinNetwork(read, coin, production)),
    limits: of((coin) => limitsOf(limitsName(coin), usual)),
    sweepLimits: of((coin) =>
      limitsOf(
        `${coin.toUpperCase()}_SWEEP_LIMITS`,
        read.value(limitsName(coin)) ?? usual ?? '0/0/0',
      ),
    ),
    cold: Object.fromEntries(
      coins.flatMap((coin) => {
        const xpub = readColdXpub(read, coin);
        if (xpub === undefined) return [];
        if (!isAccount(xpub)) read.bad(`${coin.toUpperCase()}_COLD_XPUB`, 'its check sum is wrong');
        return [[coin, xpub]];
      }),
    ),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}
