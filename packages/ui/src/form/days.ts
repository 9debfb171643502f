/** Days to filter a list by, as `YYYY-MM-DD` in the viewer's time zone. */

/** The start of a day, or of one some days later; undefined for an invalid day. */
export function startOfDay(day: string, daysLater = 0): Date | undefined {
  const [, year, month, date] = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year || !month || !date) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  const real = daysLater > 0 || start.getDate() === Number(date);
  return real ? start : undefined;
}

/** True for a valid day of 1900 to 2099; `0202-01-01` is one that is still being typed. */
export const isDay = (text: string): boolean => startOfDay(text) !== undefined;

/** A valid day of the address, else empty. */
export const dayOf = (text: string | null): string => (text !== null && isDay(text) ? text : '');
