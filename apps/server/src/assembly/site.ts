/** What the shop's pages may load and know, as the configuration and the options have it. */
import { type CoinName, coins } from '@giftlane/contract/money/coins.ts';
import type { Catalog } from '../features/catalog/catalog.ts';
import { nameOf } from '../features/coins/coins.ts';
import { allOptions } from '../features/content/content.ts';
import type { Early, EarlyPictures } from '../features/seo/seo.ts';
import type { Db } from '../platform/db/db.ts';
import type { Http } from '../platform/http/http.ts';
import { askOwn } from '../platform/http/internal-request.ts';
import type { Config } from '../platform/process/config.ts';
import { seconds } from '../platform/process/durations.ts';
import type { Log } from '../platform/process/log.ts';
import type { Source } from '../platform/render/drawn-pages.ts';
import type { IdentitySources } from '../platform/render/site.ts';

/** Origins that the payment script needs in the CSP; PayPal's own script uses several hosts. */
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

const lookEveryMs = seconds(2);

export interface EarlyWatch extends Early {
  /** Starts polling every two seconds. */
  start(): void;
  /** Stops polling; resolves when no query is under way. */
  stop(): Promise<void>;
}

/**
 * The first pictures of pages, from options polled every two seconds: a page never waits for the database. Caches are told of changes; without a database the last values stay.
 */
export async function watchEarly(db: Db, log: Log): Promise<EarlyWatch> {
  let last: EarlyPictures = { mediaUrl: '', poster: '' };
  let failing = false;
  const listeners: (() => void)[] = [];
  const read = async () => {
    const found = new Map((await allOptions(db)).map(({ name, value }) => [name, value]));
    const now = {
      mediaUrl: found.get('media_url') ?? '',
      poster: found.get('banner_poster') ?? '',
    };
    const isOther = now.mediaUrl !== last.mediaUrl || now.poster !== last.poster;
    last = now;
    if (isOther) for (const listener of listeners) listener();
  };
  const look = async () => {
    try {
      await read();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'the options could not be read for a head');
      failing = true;
    }
  };
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  await look();
  return {
    now: () => last,
    onChange: (listener) => listeners.push(listener),
    start() {
      timer ??= setInterval(() => {
        looking ??= look().finally(() => {
          looking = undefined;
        });
      }, lookEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Longest wait for a server-rendered page; after it the page is sent without content. */
const patienceMs = 300;

/** Data of server-rendered pages: the replies that anybody gets. Views of brands are not counted. */
export function pageSource({
  http: { app },
  catalog,
  early,
  log,
}: {
  http: Pick<Http, 'app'>;
  catalog: Pick<Catalog, 'onChange'>;
  early: Early;
  log: Log;
}): Source {
  return {
    ask: (address) => askOwn(app, address, patienceMs),
    onChange(listener) {
      catalog.onChange(listener);
      early.onChange(listener);
    },
    seenOf: (answer) => answer.replaceAll(/"nViews":\d+/g, ''),
    log,
  };
}

/**
 * Origins that sign-in by Google needs in the CSP: script and frame of Google's button, as documented; other issuers use a window and a token request.
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

/** The coins one can pay by here: those that have a node, and a price that two sources tell. */
function payingCoins({ coinRatesUrl, coins: { nodes, ratesUrl } }: Config): CoinName[] {
  if (!coinRatesUrl || !ratesUrl) return [];
  return coins.filter((coin) => nodes[coin]).map((coin) => nameOf[coin]);
}

/** What visitors may know of the configuration. */
export function publicConstants(config: Config): Record<string, string> {
  const { google, push } = config;
  const paying = payingCoins(config);
  return {
    ...(google && { google_issuer: google.issuer, google_client_id: google.clientId }),
    ...(push && { push_public_key: push.publicKey }),
    ...(paying.length > 0 && { pay_coins: paying.join(',') }),
  };
}
