/** Push notifications: browser subscriptions, and notices about a member's orders and account. */
import { enqueueAll, type Handlers } from '../../jobs/jobs.ts';
import type { Db, Queryable, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hitFrom, type Throttle } from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import { newToken } from '../../platform/secrets/secrets.ts';
import type { Push, PushAddress } from '../../providers/push/port.ts';
import type { Options } from '../content/content.ts';
import { type DeliverParts, deliverJob, deliverPush, type Target } from './deliver.ts';
import {
  addPushDeliveries,
  linkToSession,
  type Notice,
  putSubscription,
  type ToldOrder,
} from './queries.ts';

export { forgetBrowsersOf, sweepPush } from './queries.ts';

export interface PushParts {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly options: Options;
  /** Undefined when the shop sends no push notifications. */
  readonly push: Push | undefined;
}

/**
 * Stores a browser's subscription; answers its id, the same for a known endpoint. The id is as secret as a
 * token: it suffices to link the subscription. Undefined for an endpoint of an unsupported push service.
 * Refuses `push.unavailable`.
 */
export async function subscribeBrowser(
  { db, throttle, options, push }: PushParts,
  to: PushAddress,
  address: string,
): Promise<string | undefined> {
  if (!push) throw new Refusal('push.unavailable');
  const limit = await options.whole('throttle_push_address');
  await hitFrom(throttle, { kind: 'push', address, limit, windowMs: hours(1) });
  if (!push.allows(to.endpoint)) return undefined;
  return putSubscription(db, { ...to, id: `psh_${newToken()}` });
}

/** Links a subscription to a session, whose member's notices it then receives; refuses `push.not_found`. */
export async function linkSubscription(
  db: Queryable,
  id: string,
  sessionId: string,
): Promise<void> {
  if (!(await linkToSession(db, id, sessionId))) throw new Refusal('push.not_found');
}

/** Enqueues a notice about orders for their members' linked browsers, once each. */
export async function notifyOrders(
  tx: Tx,
  orders: readonly ToldOrder[],
  notice: Notice,
): Promise<void> {
  const told = await addPushDeliveries(tx, orders, notice);
  if (told.length === 0) return;
  await enqueueAll(
    tx,
    deliverJob,
    told.map((delivery) => ({ ...delivery, notice })),
  );
}

/** Handlers of the push jobs. */
export function pushJobs(parts: DeliverParts): Handlers {
  return { [deliverJob.task]: (target: Target) => deliverPush(parts, target) };
}
