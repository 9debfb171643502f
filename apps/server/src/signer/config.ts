/** What the signer reads from its environment: the seed, which no other process of the shop is given. */
import { type Coin, type CoinNetwork, coins, unitsPerCoin } from '@giftlane/contract/coins.ts';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import {
  ConfigError,
  type Env,
  environments,
  logLevels,
  readCoinNetwork,
  reader,
  readWishKey,
} from '../platform/config.ts';

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
  readonly networks: Readonly<Record<Coin, CoinNetwork>>;
  readonly limits: Readonly<Record<Coin, Limits>>;
}

/** Where coins are worth something, somebody has to say how many of them may go. */
const usualLimits = '10/100/500';

/** Coins as decimals in smallest units; undefined when it is none. */
function unitsOf(text: string): bigint | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * BigInt(unitsPerCoin) + BigInt(fraction.padEnd(8, '0'));
}

/** Reads the environment of the signer. Throws a `ConfigError` that names everything wrong at once. */
export function readSignerConfig(env: Env): SignerConfig {
  const read = reader(env);
  const production = env.NODE_ENV === 'production';
  if (!environments.includes(read.value('NODE_ENV') ?? 'development'))
    read.bad('NODE_ENV', `${environments.join(', ')}, or not set`);
  const words = (read.value('COIN_SEED') ?? '').trim().replace(/\s+/g, ' ');
  if (!validateMnemonic(words, wordlist))
    read.bad('COIN_SEED', 'twelve to twenty-four words of BIP 39, with their check word');
  const limitsOf = (coin: Coin): Limits => {
    const name = `${coin.toUpperCase()}_SIGN_LIMITS`;
    const want = 'coins for each transfer, an hour and a day, such as 0.5/2/10';
    const text = read.text(name, want, production ? undefined : usualLimits);
    const [perTransfer, perHour, perDay, ...more] = text.split('/').map(unitsOf);
    if (perTransfer === undefined || perHour === undefined || perDay === undefined || more.length)
      read.bad(name, want);
    return { perTransfer: perTransfer ?? 0n, perHour: perHour ?? 0n, perDay: perDay ?? 0n };
  };
  const of = <T>(make: (coin: Coin) => T) =>
    Object.fromEntries(coins.map((coin) => [coin, make(coin)])) as Record<Coin, T>;
  const config: SignerConfig = {
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    words,
    wishKey: readWishKey(read),
    dir: read.text('SIGNER_DIR', 'a folder of its own', './data/signer'),
    networks: of((coin) => readCoinNetwork(read, coin, production)),
    limits: of(limitsOf),
  };
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}
