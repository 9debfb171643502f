/** What the shop's pages may load and know, as the configuration and the options have it. */
import { allOptions } from '../features/content/content.ts';
import type { EarlyPictures } from '../features/found/found.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
import { seconds } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import type { IdentitySources } from '../platform/site.ts';

/** What the payment script needs of the page: PayPal's own spreads over several hosts. */
export function paymentSite(sdkUrl: string) {
  const { origin, hostname } = new URL(sdkUrl);
  const real = hostname === 'paypal.com' || hostname.endsWith('.paypal.com');
  return {
    paymentOrigins: real ? ['https://*.paypal.com', 'https://*.paypalobjects.com'] : [origin],
    paymentStyles: real,
  };
}

const mediaOptions = new Set([
  'media_url',
  'banner_video',
  'banner_poster',
  'sell_video',
  'sell_poster',
]);

/** Other origins that keep pictures and films; asked once, so another one needs a new start. */
export async function mediaOrigins(db: Db): Promise<readonly string[]> {
  const options = await allOptions(db);
  const origins = options.flatMap(({ name, value }) => {
    const origin = mediaOptions.has(name) ? URL.parse(value)?.origin : undefined;
    return origin?.startsWith('http') ? [origin] : [];
  });
  return [...new Set(origins)];
}

const picturesForMs = seconds(2);

/**
 * The pictures people see first, as the options had them some seconds ago. A page never waits for the
 * database: they are looked for beside it, and without a database stay what they were.
 */
export async function earlyPictures(db: Db, log: Log): Promise<() => EarlyPictures> {
  let last: EarlyPictures = { mediaUrl: '', poster: '' };
  let looking = false;
  let nextMs = 0;
  const look = async () => {
    looking = true;
    try {
      const found = new Map((await allOptions(db)).map(({ name, value }) => [name, value]));
      last = {
        mediaUrl: found.get('media_url') ?? '',
        poster: found.get('banner_poster') ?? '',
      };
    } catch (error) {
      log.warn({ err: error }, 'the options could not be read for a head');
    } finally {
      looking = false;
      nextMs = performance.now() + picturesForMs;
    }
  };
  await look();
  return () => {
    if (!looking && performance.now() >= nextMs) void look();
    return last;
  };
}

/**
 * What signing in by Google needs of the page: Google's own button is a script and a frame, as its
 * documentation lists them; another issuer is asked from a window, and then for the token.
 */
export function identitySite({ google }: Config): IdentitySources | undefined {
  if (!google) return undefined;
  if (google.issuer !== 'https://accounts.google.com')
    return { connect: new URL(google.issuer).origin };
  const services = 'https://accounts.google.com/gsi/';
  return {
    script: `${services}client`,
    style: `${services}style`,
    frame: services,
    connect: services,
  };
}

/** What visitors may know of the configuration. */
export const publicConstants = ({ google, push }: Config): Record<string, string> => ({
  ...(google && { google_issuer: google.issuer, google_client_id: google.clientId }),
  ...(push && { push_public_key: push.publicKey }),
});
