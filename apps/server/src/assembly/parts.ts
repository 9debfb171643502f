/** The parts of a shop and the vendor behind each port. */

import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import type { CoinCheckoutParts, DeliveredParts } from '../features/checkout/checkout.ts';
import type { Options } from '../features/content/content.ts';
import type { Files } from '../features/files/files.ts';
import { connect, type Db } from '../platform/db/db.ts';
import { openReplica, type Replica } from '../platform/db/replica.ts';
import { makeThrottle, type Throttle } from '../platform/limits/throttle.ts';
import type { Config } from '../platform/process/config.ts';
import { seconds } from '../platform/process/durations.ts';
import { type Log, makeLog } from '../platform/process/log.ts';
import type { KeyRing } from '../platform/secrets/secrets.ts';
import { makeCoreNode } from '../providers/coins/core/core.ts';
import type { CoinNode } from '../providers/coins/port.ts';
import { makeGoogle } from '../providers/identity/google/google.ts';
import type { IdentityProvider } from '../providers/identity/port.ts';
import type { Mail } from '../providers/mail/port.ts';
import { makeSmtp } from '../providers/mail/smtp/smtp.ts';
import { makePayPal } from '../providers/payments/paypal/paypal.ts';
import type { Payments } from '../providers/payments/port.ts';
import type { Push } from '../providers/push/port.ts';
import { makeWebPush } from '../providers/push/webpush/webpush.ts';
import { makeCoinbase, makeCoinbaseSpot } from '../providers/rates/coinbase/coinbase.ts';
import { makeFeed } from '../providers/rates/feed/feed.ts';
import { makeKraken } from '../providers/rates/kraken/kraken.ts';
import type { CoinRates, CoinSpot, Rates } from '../providers/rates/port.ts';
import { openFiles } from './files.ts';
import { watched } from './watch-ports.ts';

/** Dependencies of features; each feature names those it uses in an interface of its own. */
export interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly db: Db;
  /** A standby where there is one, for what may be some seconds old; otherwise `db`. */
  readonly replica: Replica;
  readonly throttle: Throttle;
  readonly payments: Payments;
  readonly mail: Mail;
  /** Where files are kept. */
  readonly files: Files;
  readonly rates: Rates;
  /** Undefined without a feed of coin prices. */
  readonly coinRates: CoinRates | undefined;
  /** Sources of the coin prices that payments use; none without coin payments. */
  readonly coinSpots: readonly CoinSpot[];
  /** The nodes of the coins this shop has. */
  readonly nodes: ReadonlyMap<Coin, CoinNode>;
  /** Undefined without sign-in by Google. */
  readonly identity: IdentityProvider | undefined;
  /** Undefined without push notifications. */
  readonly push: Push | undefined;
}

/** Parts, and what features read besides: options and keys. */
export interface Features extends Parts {
  readonly options: Options;
  readonly keys: KeyRing;
  /** Authenticates (MACs) the wishes sent to the signer. */
  readonly wishKey: Buffer;
}

export type Checkout = DeliveredParts & CoinCheckoutParts;

/** Timeout of a node's call: a block with thousands of transactions takes some seconds. */
const nodeTimeoutMs = seconds(30);

/** Opens the nodes that the configuration names. */
export function openNodes({ nodes }: Pick<Config['coins'], 'nodes'>): ReadonlyMap<Coin, CoinNode> {
  return new Map(
    coins.flatMap((coin) => {
      const node = nodes[coin];
      return node
        ? [
            [
              coin,
              watched(coin, makeCoreNode({ coin, timeoutMs: nodeTimeoutMs, ...node })),
            ] as const,
          ]
        : [];
    }),
  );
}

/** Two sources or none: a price needs two that agree. */
function openSpots({ coinRatesUrl, coins: { ratesUrl } }: Config): readonly CoinSpot[] {
  if (!coinRatesUrl || !ratesUrl) return [];
  return [
    watched('coinbase', makeCoinbaseSpot({ url: coinRatesUrl })),
    watched('kraken', makeKraken({ url: ratesUrl })),
  ];
}

/** Opens what the configuration names. */
export function openParts(config: Config): Parts {
  const log = makeLog(config.logLevel);
  const { databaseUrl, databaseDirectUrl: directUrl } = config;
  const db = connect(databaseUrl, { max: config.dbConnections, log, directUrl });
  return {
    config,
    log,
    db,
    replica: openReplica(db, { url: config.databaseReplicaUrl, max: config.dbConnections, log }),
    throttle: makeThrottle(db, config.throttle),
    payments: watched('paypal', makePayPal(config.paypal)),
    mail: watched('smtp', makeSmtp(config.mail)),
    files: openFiles(config, { db, log }),
    rates: watched('rates', makeFeed({ url: config.ratesUrl })),
    // One coin after the other, while a process that ends waits.
    coinRates: config.coinRatesUrl
      ? watched('coinbase', makeCoinbase({ url: config.coinRatesUrl, timeoutMs: seconds(5) }))
      : undefined,
    coinSpots: openSpots(config),
    nodes: openNodes(config.coins),
    identity: config.google && watched('google', makeGoogle(config.google)),
    push: config.push && watched('webpush', makeWebPush(config.push)),
  };
}
