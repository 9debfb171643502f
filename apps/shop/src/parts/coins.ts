/** Coin wallets, as the wallet, the cart and checkout share them. */
import { type CoinName, unitsPerCoin } from '@giftlane/contract/coins.ts';
import type { CoinWallet, currencyRate, getWallets } from '@giftlane/contract/crypto.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../lib/api.ts';

/** The wallets of the coins this shop has, also those that are not created yet (COIN-16, COIN-17). */
export const coinWalletsQuery = queryOptions({
  queryKey: ['coin-wallets'],
  queryFn: async ({ signal }): Promise<readonly CoinWallet[]> =>
    (await send<typeof getWallets>('GET /crypto/getWallets', { signal })).data,
  meta: { quiet: true },
});

const rateFreshMs = 30_000;

/** What one coin costs in each currency (COIN-15). */
export const coinRateQuery = (coin: CoinName) =>
  queryOptions({
    queryKey: ['coin-rate', coin],
    queryFn: async ({ signal }) =>
      (await send<typeof currencyRate>('POST /crypto/currencyRate', { body: { coin }, signal }))
        .data,
    staleTime: rateFreshMs,
    refetchInterval: rateFreshMs,
    meta: { quiet: true },
  });

const decimals = 8;
/** A balance shows so many at most, cut rather than rounded (COIN-13, decision 78). */
export const balanceDecimals = 5;

/** Smallest units as a number of coins, without zeros at its end; cut to so many decimals at most. */
export function coinText(units: number, most = decimals): string {
  const digits = String(Math.trunc(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).slice(0, most).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A number of coins that was typed in smallest units; undefined when it is none, or has a fraction of one. */
export function unitsTyped(typed: string): number | undefined {
  const match = /^(\d{1,8})?(?:[.,](\d{0,8}))?$/.exec(typed.trim());
  if (!match || typed.trim() === '' || /^[.,]$/.test(typed.trim())) return undefined;
  const [, whole = '0', fraction = ''] = match;
  return Number(whole) * unitsPerCoin + Number(fraction.padEnd(decimals, '0'));
}

/** What smallest units are worth in a currency, in minor units, rounded down; the server decides what is paid. */
export function worthMinor(
  units: number,
  rates: Readonly<Record<Currency, number>>,
  currency: Currency,
): bigint {
  const minorPerCoin = BigInt(Math.round(rates[currency] * 100));
  return (BigInt(Math.trunc(units)) * minorPerCoin) / BigInt(unitsPerCoin);
}
