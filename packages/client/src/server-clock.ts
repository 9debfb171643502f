/**
 * The server's time. A device's own clock may be minutes or hours wrong, so moments that the server names are compared
 * with this one: the `Date` header of its answers (RFC 9110, 6.6.1), counted on by the browser's monotonic clock.
 */

/** The server's time less the monotonic clock, in ms; below everything before the first answer. */
let aheadMs = Number.NEGATIVE_INFINITY;

/** Notes when an answer was made. It is never ahead of its arrival, so the latest is the closest. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const ahead = Date.parse(`${headers.get('date')}`) - performance.now();
  // Not so of an answer without a readable date.
  if (ahead > aheadMs) aheadMs = ahead;
}

/** The server's time in ms since 1970, a second behind at most; the device's where no server has answered yet. */
export const serverNow = (): number => (aheadMs > 0 ? aheadMs + performance.now() : Date.now());
