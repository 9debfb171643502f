/** What the signer reads from its environment: the seed, which no other process of the shop is given. */
import { type Coin, type CoinNetwork, coins } from '@giftlane/contract/money/coins.ts';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import {
  readCoinNetwork,
  readColdXpub,
  readWishKey,
  unitsOf,
} from '../platform/process/coin-config.ts';
import { environments, logLevels, refuseCrashes } from '../platform/process/config.ts';
import { ConfigError, type Env, reader } from '../platform/process/env.ts';
import { openAccount } from '../utxo/scripts.ts';

/** What the signer lets go at most, in smallest units; what comes back to its own account aside. */
export interface Limits {
  readonly perTransfer: bigint;
  readonly perHour: bigint;
  readonly perDay: bigint;
}

export interface SignerConfig {
  readonly databaseUrl: string;
  readonly logLevel: string;
  /** BIP 39. */
  readonly words: string;
  readonly wishKey: Buffer;
  /** Where it notes what it has signed, out of the database's reach. */
  readonly dir: string;
  /** So many accounts of each coin wait for their wallets. */
  readonly accounts: number;
  readonly networks: Readonly<Record<Coin, CoinNetwork>>;
  readonly limits: Readonly<Record<Coin, Limits>>;
  /** What goes to cold accounts has limits of its own, and counts for these alone. */
  readonly sweepLimits: Readonly<Record<Coin, Limits>>;
  /** Public keys of the only accounts to which the house sends what pays for no card. */
  readonly cold: Readonly<Partial<Record<Coin, string>>>;
}

/** Where coins are worth something, somebody has to say how many of them may go. */
const usualLimits = '10/100/500';

/** Whether it is a public key of an account, check sum and all. */
function isAccount(xpub: string): boolean {
  try {
    openAccount(xpub);
    return true;
  } catch {
    return false;
  }
}

/** Reads the environment of the signer. Throws a `ConfigError` that names everything wrong at once. */
export function readSignerConfig(env: Env): SignerConfig {
  const read = reader(env);
  const production = env.NODE_ENV === 'production';
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
    databaseUrl: read.database('DATABASE_URL'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    words,
    wishKey: readWishKey(read),
    dir: read.text('SIGNER_DIR', 'a folder of its own', './data/signer'),
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
