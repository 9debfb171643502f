/** Coin wallets, as the wallet, the cart and checkout share them. */

import { apiKey, apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { type CoinName, unitsPerCoin } from '@giftlane/contract/money/coins.ts';
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions } from '@tanstack/react-query';
import { amountIn } from '../money/typed-amount.ts';

/** The wallets of the coins this shop has, also those that are not created yet (COIN-16, COIN-17). */
export const coinWalletsQuery = queryOptions({
  ...apiQuery('GET /crypto/getWallets', {}),
  meta: { quiet: true },
});

const rateFreshMs = 30_000;

/** What one coin costs in each currency (COIN-15). */
export const coinRateQuery = (coin: CoinName) =>
  queryOptions({
    ...apiQuery('POST /crypto/currencyRate', { body: { coin } }),
    staleTime: rateFreshMs,
    refetchInterval: rateFreshMs,
    meta: { quiet: true },
  });

/** What one coin costs in each currency, two decimals. */
export type Rates = Readonly<Record<Currency, number>>;

/** What tells the worth of coins: the rates, and the currency it is told in. */
export interface Worth {
  readonly rates: Readonly<Partial<Rates>>;
  readonly currency: Currency;
}

const decimals = 8;
/** A balance shows so many at most (COIN-13). */
export const balanceDecimals = 5;

/** Smallest units as a number of coins, without zeros at its end; cut to so many decimals at most. */
export function coinText(units: number, most = decimals): string {
  const digits = String(Math.trunc(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).slice(0, most).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The same with the name of the coin, never apart from it. */
export const coinAmount = (units: number, coin: CoinName): string =>
  `${coinText(units)}\u00a0${coin}`;

/** The same with all of its decimals, so that amounts below each other can be added up. */
export const fullCoinAmount = (units: number, coin: CoinName): string =>
  `${fullCoinText(units)}\u00a0${coin}`;

function fullCoinText(units: number): string {
  const digits = String(Math.trunc(units)).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Whether a balance has more decimals than are shown of it. */
export const isCut = (units: number): boolean =>
  coinText(units, balanceDecimals) !== coinText(units);

/** A balance: cut rather than rounded (OPEN-78), with all five decimals where it is. */
export const balanceText = (units: number): string =>
  isCut(units) ? fullCoinText(units).slice(0, balanceDecimals - decimals) : coinText(units);

/** A number of coins that was typed in smallest units; undefined when it is none, or has a fraction of one. */
export function unitsTyped(typed: string): number | undefined {
  const units = amountIn(typed, decimals);
  return units === undefined ? undefined : Number(units);
}

/** What smallest units are worth in a currency, in minor units, rounded down; the server decides what is paid. */
export function worthMinor(units: number, { rates, currency }: Worth): bigint {
  return (BigInt(Math.trunc(units)) * fromWire(rates[currency] ?? 0)) / BigInt(unitsPerCoin);
}

/**
 * About what smallest units are worth, in words; less than a cent is not nothing. A sum is worth what its parts are:
 * they stand above it.
 */
export function worthText(units: number | readonly number[], worth: Worth): string {
  const { currency } = worth;
  const parts = typeof units === 'number' ? [units] : units;
  const minor = parts.reduce((sum, part) => sum + worthMinor(part, worth), 0n);
  return minor === 0n && parts.some((part) => part > 0)
    ? text('coins.underCent', { amount: formatMoney(1n, currency) })
    : text('coins.about', { amount: formatMoney(minor, currency) });
}

/** What one coin costs (COIN-14). */
export const rateText = (coin: CoinName, perCoin: number, currency: Currency): string =>
  text('coins.rate', { coin, amount: formatMoney(fromWire(perCoin), currency) });

/** Where the wallet of a coin is: made, filled and looked at. */
export const coinWalletPath = (coin: CoinName): string => `/account/wallet?coin=${coin}`;

/** Refetches the coin wallets, their transfers and the network's fees. */
export function readCoinsAnew(): void {
  for (const queryKey of [
    coinWalletsQuery.queryKey,
    apiKey('GET /crypto/transactions/{coin}'),
    apiKey('POST /crypto/fees'),
    apiKey('GET /crypto/bump/{id}'),
  ])
    void queryClient.invalidateQueries({ queryKey });
}

/** Whether a wallet was created (COIN-17). */
export const hasWallet = ({ walletId }: CoinWallet): boolean => walletId !== '';

/** What a wallet holds; undefined while it is empty, which means that it is still being read (COIN-18). */
export const balanceUnits = ({ confirmedBalance }: CoinWallet): number | undefined =>
  Number.isInteger(confirmedBalance) ? confirmedBalance : undefined;

/** Addresses of networks for trying out, by how they begin: coins there are worth nothing. */
export const isPlayMoney = (address: string): boolean => /^(?:bcrt|tb|rltc|tltc)1/.test(address);
