/** The figures that pictures of the wallet are drawn of. For show only: no money is computed of them. */

import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { queryOptions } from '@tanstack/react-query';

export type History = Answer<'GET /wallet/history'>['data'];
export type Day = History['aDays'][number];
export type Month = History['aMonths'][number];

export const walletHistoryQuery = queryOptions({
  ...apiQuery('GET /wallet/history', {}),
  meta: { quiet: true },
});

export const amountText = (amount: number, currency: Currency): string =>
  formatMoney(fromWire(amount), currency);

/** What a side of a month comes to, as the wire has amounts. */
export const sumOf = (side: Month['aIn']): number =>
  Number(side.reduce((sum, { nAmount }) => sum + fromWire(nAmount), 0n)) / 100;

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Nov 2026. */
export const monthText = (day: string): string => monthFormat.format(new Date(day));
export const monthLetter = (day: string): string => shortMonth.format(new Date(day));

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** The words below a place of the balance's picture: days of a short time, months of a long one. */
export const axisText = (atMs: number, days: number): string =>
  (days > 120 ? monthFormat : dayFormat).format(atMs);
