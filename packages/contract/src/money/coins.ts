/**
 * The coins, and everything that has a rate. No schema is here: pages of the shop load this module
 * without the schema library.
 */
import { currencies } from './money.ts';

/** The supported coins, lower case as on the wire. */
export const coins = ['btc', 'ltc'] as const;
export type Coin = (typeof coins)[number];

/** The coins as wallets and payments name them, upper case. */
export const coinNames = ['BTC', 'LTC'] as const;
export type CoinName = (typeof coinNames)[number];

const coinsByGateway: ReadonlyMap<string, Coin> = new Map([
  ['BitCoin', 'btc'],
  ['LiteCoin', 'ltc'],
]);

/** The coin of a way to pay or be paid; undefined where it is no coin. */
export const coinOfGateway = (gateway: string): Coin | undefined => coinsByGateway.get(gateway);

/** States of a coin transfer. */
export const coinStates = [
  'created',
  'pendingApproval',
  'signed',
  'unconfirmed',
  'confirmed',
  'removed',
  'failed',
  'rejected',
  'commented',
] as const;
export type CoinState = (typeof coinStates)[number];

/** The networks a coin's node may be on. On `regtest` coins are worth nothing. */
export const coinNetworks = ['main', 'test', 'regtest'] as const;
export type CoinNetwork = (typeof coinNetworks)[number];

/** Smallest units to a coin (COIN-12). */
export const unitsPerCoin = 100_000_000;

/** More than the supply of either coin, and a safe integer. */
export const mostUnits = 84_000_000 * unitsPerCoin;

/** A comment to a send has at most so many letters. */
export const longestComment = 140;

/** Currencies first, then coins. */
export const ratedCodes = [...currencies, ...coins] as const;
export type RatedCode = (typeof ratedCodes)[number];

/** How far back a history of rates goes. */
export const rateSpans = ['day', 'week', 'month', 'year'] as const;
export type RateSpan = (typeof rateSpans)[number];

/** A history has at most so many points. */
export const mostRatePoints = 200;

const linkCoins: Readonly<Record<string, CoinName>> = { bitcoin: 'BTC', litecoin: 'LTC' };

/**
 * A payment link (BIP 21) in its parts; undefined for what is none. `unknown` is the first thing it requires, if any:
 * this shop knows no `req-` parameter, and whoever does not know one may not pay.
 */
export function readPaymentLink(typed: string) {
  const match = /^\s*(bitcoin|litecoin):(?:\/\/)?([^?\s]*)(?:\?(\S*))?\s*$/i.exec(typed);
  const coin = linkCoins[match?.[1]?.toLowerCase() ?? ''];
  if (!match || !coin) return undefined;
  const asked = Array.from(new URLSearchParams(match[3]), ([name, value]) => ({
    name: name.toLowerCase(),
    value,
  }));
  return {
    coin,
    address: match[2] ?? '',
    amount: asked.find(({ name }) => name === 'amount')?.value ?? '',
    unknown: asked.find(({ name }) => name.startsWith('req-'))?.name,
  };
}
