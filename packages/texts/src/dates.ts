/** Dates as the shop shows them, in the viewer's time zone. */
import { dateFormat } from './locale.ts';

const day = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const localDay = dateFormat(day);
const utcDay = dateFormat({ ...day, timeZone: 'UTC' });
const time = { hour: '2-digit', minute: '2-digit' } as const;
const localTime = dateFormat(time);
const utcTime = dateFormat({ ...time, timeZone: 'UTC' });

function written(iso: string, format: Intl.DateTimeFormat): string {
  const parts = format.formatToParts(new Date(iso));
  const part = (type: string) => parts.find((item) => item.type === type)?.value ?? '';
  return `${part('day')}-${part('month')}-${part('year')}`;
}

/** DD-MMM-YYYY (CONST-06). */
export function formatDate(iso: string): string {
  return written(iso, localDay);
}

/** The same for what is of a day rather than of a moment: it is that day for everybody. */
export function formatDay(iso: string): string {
  return written(iso, utcDay);
}

/** hh:mm AM or PM. */
export function formatTime(iso: string, inUtc = false): string {
  return (inUtc ? utcTime : localTime).format(new Date(iso));
}

/** DD-MMM-YYYY, hh:mm AM or PM. */
export const formatMoment = (iso: string): string => `${formatDate(iso)}, ${formatTime(iso)}`;
