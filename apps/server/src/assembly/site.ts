/** What the shop's pages may load and know, as the configuration and the options have it. */
import { allOptions } from '../features/content/content.ts';
import type { EarlyPictures } from '../features/found/found.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db.ts';
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

interface MediaPlaces {
  /** Other origins that keep pictures and films. */
  readonly origins: readonly string[];
  readonly early: EarlyPictures;
}

/** Where pictures and films are kept; asked once, so another place needs a new start. */
export async function mediaPlaces(db: Db): Promise<MediaPlaces> {
  const places = new Set([
    'media_url',
    'banner_video',
    'banner_poster',
    'sell_video',
    'sell_poster',
  ]);
  const options = await allOptions(db);
  const addresses = options.flatMap(({ name, value }) => {
    const origin = places.has(name) ? URL.parse(value)?.origin : undefined;
    return origin?.startsWith('http') ? [origin] : [];
  });
  const option = (wanted: string) => options.find(({ name }) => name === wanted)?.value ?? '';
  return {
    origins: [...new Set(addresses)],
    early: { mediaUrl: option('media_url'), poster: option('banner_poster') },
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
