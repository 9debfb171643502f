/** Dates of people's pages, mails and papers. */
import { dateFormat } from './locale.ts';

/** Writes a day as DD-MMM-YYYY (CONST-06), in a time zone or the viewer's. */
export function dayWriter(timeZone?: string): (at: Date) => string {
  const format = dateFormat({
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    ...(timeZone && { timeZone }),
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: string) => parts.find((item) => item.type === type)?.value ?? '';
    return `${part('day')}-${part('month')}-${part('year')}`;
  };
}

const localDay = dayWriter();
const utcDay = dayWriter('UTC');
const time = { hour: '2-digit', minute: '2-digit' } as const;
const localTime = dateFormat(time);
const utcTime = dateFormat({ ...time, timeZone: 'UTC' });
const long = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** The viewer's day of a moment. */
export const formatDate = (iso: string): string => localDay(new Date(iso));

/** A day that is the same for everybody. */
export const formatDay = (iso: string): string => utcDay(new Date(iso));

/** hh:mm AM or PM. */
export const formatTime = (iso: string, inUtc = false): string =>
  (inUtc ? utcTime : localTime).format(new Date(iso));

/** DD-MMM-YYYY, hh:mm AM or PM. */
export const formatMoment = (iso: string): string => `${formatDate(iso)}, ${formatTime(iso)}`;

/** A day with its month in full, in UTC. */
export const longDay = (at: Date): string => long.format(at);
