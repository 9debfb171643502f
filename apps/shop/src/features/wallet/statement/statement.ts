/** Periods of statements, by days of the viewer's time zone. */
export const periods = ['month', 'lastMonth', 'year', 'own'] as const;
export type PeriodChoice = (typeof periods)[number];

export interface Days {
  from: string;
  to: string;
}

const dayText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The current day in the viewer's time zone. */
export const today = (now: Date): string =>
  dayText(now.getFullYear(), now.getMonth(), now.getDate());

/** First and last day of a preset period. */
export function daysOf(period: Exclude<PeriodChoice, 'own'>, now: Date): Days {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  if (period === 'lastMonth')
    return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) };
  const from = period === 'year' ? dayText(year, 0, 1) : dayText(year, month, 1);
  return { from, to: today(now) };
}

/** True for two valid days in order. */
export const isPeriod = ({ from, to }: Days): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to) && from <= to && from >= '1000';

/** A file size in kilobytes or megabytes. */
export function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toFixed(unit === 'kB' ? 0 : 1)} ${unit}`;
}
