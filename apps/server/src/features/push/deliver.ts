/** Delivers one notice to one browser. */
import { type TextKey, text } from '@giftlane/texts/text.ts';
import { defineJob, enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { hours } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import { sha256 } from '../../platform/secrets/secrets.ts';
import type { Push } from '../../providers/push/port.ts';
import {
  type Delivery,
  type DeliveryKey,
  endDelivery,
  forgetSubscription,
  type Notice,
  takeDelivery,
} from './queries.ts';

export interface DeliverParts {
  readonly db: Db;
  readonly log: Log;
  readonly push: Push | undefined;
}

export type Target = {
  readonly subscriptionId: string;
  readonly orderId: string;
  readonly notice: Notice;
};

export const deliverJob = defineJob<Target>('push.deliver', { attempts: 10 });

/** Notices older than this are not sent. */
const lifeMs = hours(24);
const mostTries = 20;

const words: Readonly<Record<Notice, readonly [title: TextKey, body: TextKey]>> = {
  delivered: ['push.delivered.title', 'push.delivered.text'],
  received: ['push.received.title', 'push.received.text'],
  refunded: ['push.refunded.title', 'push.refunded.text'],
  sent: ['push.sent.title', 'push.sent.text'],
  signed_in: ['push.signedIn.title', 'push.signedIn.text'],
  unlocking: ['push.unlocking.title', 'push.unlocking.text'],
};

const paths: Readonly<Record<Notice, string>> = {
  delivered: '/account/orders',
  refunded: '/account/orders',
  received: '/account/wallet',
  sent: '/account/wallet',
  signed_in: '/account/security',
  unlocking: '/account/security',
};

const topicOf = ({ orderId, notice }: Target) =>
  sha256(`${notice}:${orderId}`).toString('base64url').slice(0, 32);

function messageOf({ endpoint, p256dh, auth, orderNumber }: Delivery, target: Target) {
  const topic = topicOf(target);
  const [title, body] = words[target.notice];
  const order = orderNumber;
  const said = {
    title: text(title),
    body: text(body, { order }),
    path: paths[target.notice],
    tag: topic,
  };
  return { to: { endpoint, p256dh, auth }, text: JSON.stringify(said), topic, lifeMs };
}

/** Enqueues the job again after the delay that the push service asked for, at most one hour. */
async function postpone(db: Db, payload: Target, afterMs: number): Promise<void> {
  const delayMs = Math.min(afterMs, hours(1));
  await db.tx((tx) => enqueue(tx, { job: deliverJob, payload, delayMs }));
}

/**
 * Sends a notice. A repeat is harmless: it replaces the first in the browser. Throws when the outcome is
 * unknown, so that the job is retried.
 */
export async function deliverPush({ db, log, push }: DeliverParts, target: Target): Promise<void> {
  const key: DeliveryKey = target;
  const delivery = push && (await takeDelivery(db, key, lifeMs));
  if (!delivery) return;
  if (delivery.stale || delivery.tries > mostTries) return endDelivery(db, key);
  const outcome = await push.send(messageOf(delivery, target));
  if (outcome.kind === 'done') return endDelivery(db, key);
  if (outcome.kind === 'refused') {
    if (outcome.reason === 'gone') return forgetSubscription(db, target.subscriptionId);
    log.warn(
      { notice: target.notice, host: new URL(delivery.endpoint).host },
      'a push was rejected',
    );
    return endDelivery(db, key);
  }
  if (outcome.afterMs !== undefined) return postpone(db, target, outcome.afterMs);
  throw new Error(`a push was not taken: ${outcome.reason}`);
}
