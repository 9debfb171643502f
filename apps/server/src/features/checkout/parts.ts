import type { Db } from '../../platform/db/db.ts';
import { Gate } from '../../platform/limits/gate.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { minutes } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { Payments } from '../../providers/payments/port.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { NewOrder, StoredTimes } from '../orders/orders.ts';
import type { HeldCode } from '../stock/stock.ts';

/** Queues that limit how many orders are placed at once. */
export interface CheckoutLanes {
  /** One order at a time per member, since they lock the same wallet. */
  readonly perMember: Gate;
  /** Orders that wait for codes locked by other transactions. */
  readonly patient: Gate;
}

/** Makes the lanes for a pool of `connections`; orders that wait for codes use at most a third of them. */
export function makeCheckoutLanes(connections: number): CheckoutLanes {
  const atOnce = Math.max(1, Math.floor(connections / 3));
  return {
    perMember: new Gate({ ofKey: 1, askedOfKey: 200 }),
    patient: new Gate({ atOnce, waiting: 2_000 }),
  };
}

/** What the database adds to the draft of an order just placed. */
export interface Placed {
  readonly times: StoredTimes;
  readonly codes: readonly HeldCode[];
}

/** Limits on unpaid orders. */
export interface UnpaidLimits {
  /**
   * Percent of a card's free and held codes that an account may hold; `New`: without a purchase or verified identity.
   */
  readonly sharePercent: number;
  readonly sharePercentNew: number;
  /** How long an unpaid order reserves codes and wallet money. */
  readonly lapseMs: number;
  /** Minutes per 24 hours that an account's cancelled, declined and lapsed orders may have reserved codes, in sum. */
  readonly minutesADay: number;
}

/** The dependencies of checkout. */
export interface CheckoutParts {
  readonly db: Db;
  readonly log: Log;
  readonly catalog: Catalog;
  readonly payments: Payments;
  readonly throttle: Throttle;
  /** Makes fingerprints of payer accounts, whose ids are not stored. */
  readonly keys: Pick<KeyRing, 'fingerprint'>;
  /** The shop's PayPal merchant id that a capture must name as payee; empty skips that check. */
  readonly payee: string;
  readonly lanes: CheckoutLanes;
  /** Places a wallet order without waiting for codes; fails when codes are missing, locked ones included. */
  readonly placeAtOnce: (order: NewOrder) => Promise<Placed>;
  /** Most codes in one order (site option). */
  readonly maxCodes: () => Promise<number>;
  /** Limits on unpaid orders (site options). */
  readonly unpaidLimits: () => Promise<UnpaidLimits>;
}

/** Provider calls per member in five minutes. PayPal rate-limits the whole shop when called too often. */
const callsPerWindow = 100;

/** Counts a provider call made for a member, not one by a chore; refuses `request.throttled`. */
export const countProviderCall = (throttle: Throttle, memberId: string): Promise<void> =>
  throttle.hit(`card provider ${memberId}`, callsPerWindow, minutes(5));

/** The card provider's name in database tables. */
export const provider = 'paypal';

/** The provider name in `payments` of an order paid by coins. */
export const coinProvider = 'coins';
