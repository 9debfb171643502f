/** Security headers of every reply, errors included. */

/** The headers of every reply; `secure` where the shop is reached by https, so that browsers may insist on it. */
export const guardHeaders = (secure: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
});
