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

/** Where placing orders waits for its turn. */
export interface CheckoutLanes {
  /** A member's orders, one after the other: they need the same wallet. */
  readonly perMember: Gate;
  /** Orders that wait for codes in others' hands. */
  readonly patient: Gate;
}

/** Makes the lanes of a process with so many connections; waiting for codes takes a third at most. */
export function makeCheckoutLanes(connections: number): CheckoutLanes {
  const atOnce = Math.max(1, Math.floor(connections / 3));
  return {
    perMember: new Gate({ ofKey: 1, askedOfKey: 200 }),
    patient: new Gate({ atOnce, waiting: 2_000 }),
  };
}

/** What an order just placed is told from, besides its draft. */
export interface Placed {
  readonly times: StoredTimes;
  readonly codes: readonly HeldCode[];
}

/** What unpaid orders may hold, and for how long. */
export interface UnpaidLimits {
  /** Percent of what there is of a card; and for an account that has never bought anything nor shown papers. */
  readonly sharePercent: number;
  readonly sharePercentNew: number;
  /** How long an order holds codes and money. */
  readonly lapseMs: number;
  /** How long the orders of an account that were not paid may have held codes within a day, in minutes. */
  readonly minutesADay: number;
}

/** What checkout works with. */
export interface CheckoutParts {
  readonly db: Db;
  readonly log: Log;
  readonly catalog: Catalog;
  readonly payments: Payments;
  readonly throttle: Throttle;
  /** Recognises who paid, without keeping whom. */
  readonly keys: Pick<KeyRing, 'fingerprint'>;
  /** The provider's account that has to be paid; empty when any of ours will do. */
  readonly payee: string;
  readonly lanes: CheckoutLanes;
  /** Places an order that the wallet pays for, unless codes are missing that others may give back. */
  readonly placeAtOnce: (order: NewOrder) => Promise<Placed>;
  /** Codes in one order at most (site option). */
  readonly maxCodes: () => Promise<number>;
  /** What unpaid orders may hold, and for how long (site options). */
  readonly unpaidLimits: () => Promise<UnpaidLimits>;
}

/** Calls to the provider per member before a wait: a provider that is called too often throttles the whole shop. */
const questions = 100;

/** Counts what a member has asked of the provider; refuses `request.throttled`. What the shop asks by itself is not counted. */
export const countProviderCall = (throttle: Throttle, memberId: string): Promise<void> =>
  throttle.hit(`card provider ${memberId}`, questions, minutes(5));

/** The provider's name in our tables. */
export const provider = 'paypal';

/** What `payments` calls what is paid by coins. */
export const coinProvider = 'coins';
