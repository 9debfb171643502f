/** Formats amounts, rates and times. For display only: no money is computed from them. */

import type { RatedCode, RateSpan } from '@giftlane/contract/money/coins.ts';
import { formatDate, formatDay, formatTime } from '@giftlane/texts/dates.ts';
import { dateFormat, numberFormat } from '@giftlane/texts/locale.ts';
import { amountIn } from '../../rooms/money/typed-amount.ts';
import { isCoin } from './view.ts';

/** Decimals of a coin. */
const coinDecimals = 8;

/** The typed amount; undefined when it is none. */
export function readAmount(typed: string): number | undefined {
  const units = amountIn(typed, coinDecimals);
  return units === undefined ? undefined : Number(units) / 10 ** coinDecimals;
}

function decimals(value: number, least: number, most: number): string {
  return numberFormat({
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(value);
}

/** An amount of a currency, e.g. "€92.31", or of a coin, e.g. "0.00105 BTC". */
export function formatAmount(value: number, code: RatedCode, most = 2): string {
  if (isCoin(code)) return `${decimals(value, 0, coinDecimals)} ${code.toUpperCase()}`;
  const tiny = value > 0 && value < 0.01;
  return numberFormat({
    style: 'currency',
    currency: code.toUpperCase(),
    maximumFractionDigits: tiny ? coinDecimals : most,
  }).format(value);
}

/** The typed amount with all its decimals. */
export const formatTyped = (value: number, code: RatedCode) =>
  formatAmount(value, code, coinDecimals);

/** A rate without its unit: four decimals; two from 10 on; at most eight for less than one coin. */
export function formatRate(rate: number, to: RatedCode): string {
  if (isCoin(to) && rate < 1) return decimals(rate, 0, coinDecimals);
  return rate >= 10 ? decimals(rate, 2, 2) : decimals(rate, 4, 4);
}

const percent = numberFormat({
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** The signed change from `first` to `last` in percent. */
export const formatChange = (first: number, last: number) =>
  percent.format(last / first - 1).replace('-', '−');

/** The day of a daily rate; else day and time, in the viewer's time zone or in UTC. */
export const momentParts = (iso: string, daily: boolean, inUtc = false): string[] =>
  daily ? [formatDay(iso)] : [inUtc ? formatDay(iso) : formatDate(iso), formatTime(iso, inUtc)];

export const pointMoment = (iso: string, daily: boolean) => momentParts(iso, daily).join(', ');

const labels: Record<RateSpan, Intl.DateTimeFormatOptions> = {
  day: { hour: 'numeric', minute: '2-digit' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', day: 'numeric' },
  year: { month: 'short', year: 'numeric' },
};

/** A label of the chart's time axis. */
export function axisLabel(atMs: number, span: RateSpan, daily: boolean): string {
  const format = daily ? { ...labels[span], timeZone: 'UTC' } : labels[span];
  return dateFormat(format).format(atMs);
}
