/**
 * The server's time, by the `Date` header of its replies (RFC 9110, 6.6.1) and the browser's monotonic clock: a device's
 * own clock may be hours wrong.
 */

/** Server time minus monotonic clock, in ms; -Infinity before the first reply. */
let aheadMs = Number.NEGATIVE_INFINITY;

/** Notes the time of a reply. A date is never later than its arrival, so the largest offset is the closest. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const ahead = Date.parse(`${headers.get('date')}`) - performance.now();
  // False for NaN, of an unreadable date.
  if (ahead > aheadMs) aheadMs = ahead;
}

/** The server's time in ms since 1970, at most a second late; the device's time before the first reply. */
export const serverNow = (): number => (aheadMs > 0 ? aheadMs + performance.now() : Date.now());
