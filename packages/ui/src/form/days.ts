/** Days a list is looked through by, as they stand in the address: `YYYY-MM-DD`, where the viewer is. */

/** The beginning of a day, or of the one so many days later; undefined when it is no day. */
export function startOfDay(day: string, daysLater = 0): Date | undefined {
  const [, year, month, date] = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year || !month || !date) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  const real = daysLater > 0 || start.getDate() === Number(date);
  return real ? start : undefined;
}

/** Whether it is a day one can look for: `0202-01-01` is one that is still being typed. */
export const isDay = (text: string): boolean => startOfDay(text) !== undefined;

/** A day of the address; empty for none and for what is none. */
export const dayOf = (text: string | null): string => (text !== null && isDay(text) ? text : '');
