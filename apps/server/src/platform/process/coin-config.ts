import {
  type Coin,
  type CoinNetwork,
  coinNetworks,
  coins,
  unitsPerCoin,
} from '@giftlane/contract/money/coins.ts';
import { http, type Reader } from './env.ts';

/** A coin's node and its network. */
export interface CoinNodeConfig {
  /** `http://user:password@host:port`. */
  readonly url: string;
  readonly cookieFile: string | undefined;
  readonly network: CoinNetwork;
}

/** The coins members have wallets of; a coin without a node is none of this shop's. */
export interface CoinsConfig {
  readonly nodes: Partial<Record<Coin, CoinNodeConfig>>;
  /** Cold accounts (extended public keys) and the caps of the hot wallets, smallest units. */
  readonly cold: Partial<Record<Coin, { readonly xpub: string; readonly cap: bigint }>>;
  /** The key that authenticates wishes for the signer; empty without coins. */
  readonly wishKey: Buffer;
  /** The second price source, in the format of Kraken's public ticker; empty: no coin payments. */
  readonly ratesUrl: string;
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
function readCold(read: Reader): CoinsConfig['cold'] {
  const cold: CoinsConfig['cold'] = {};
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
export function readCoins(read: Reader, production: boolean): CoinsConfig {
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
