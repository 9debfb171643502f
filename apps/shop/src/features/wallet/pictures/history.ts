/** The figures of the wallet's charts. For display only: no money is computed from them. */

import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { dateFormat } from '@giftlane/texts/locale.ts';
import { queryOptions } from '@tanstack/react-query';

export type WalletHistory = Answer<'GET /wallet/history'>['data'];
export type Day = WalletHistory['aDays'][number];
export type Month = WalletHistory['aMonths'][number];

export const walletHistoryQuery = queryOptions({
  ...apiQuery('GET /wallet/history', {}),
  meta: { quiet: true },
});

export const amountText = (amount: number, currency: Currency): string =>
  formatMoney(fromWire(amount), currency);

/** The sum of a month's credits or debits, as a decimal number. */
export const sumOf = (side: Month['aIn']): number =>
  Number(side.reduce((sum, { nAmount }) => sum + fromWire(nAmount), 0n)) / 100;

const monthFormat = dateFormat({
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortMonth = dateFormat({ month: 'short', timeZone: 'UTC' });

/** Nov 2026. */
export const monthText = (day: string): string => monthFormat.format(new Date(day));
export const monthLetter = (day: string): string => shortMonth.format(new Date(day));

const dayFormat = dateFormat({
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A label of the balance chart's time axis: days of a short span, months of a long one. */
export const axisText = (atMs: number, days: number): string =>
  (days > 120 ? monthFormat : dayFormat).format(atMs);
