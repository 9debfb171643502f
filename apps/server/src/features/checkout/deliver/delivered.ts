/** Work after a delivery, outside its transaction: late cashback, points, membership level, mail. */

import { toWire } from '@giftlane/contract/money/money.ts';
import { enqueueAll } from '../../../jobs/jobs.ts';
import { postedAmong } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isRefusedByDatabase } from '../../../platform/db/errors.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { makeGroups } from '../../../platform/limits/groups.ts';
import { seconds } from '../../../platform/process/durations.ts';
import {
  findMembers,
  holdMembers,
  type Member,
  maskedEmail,
  raiseMembership,
} from '../../accounts/accounts.ts';
import { dispatch, type PostParts } from '../../mails/mails.ts';
import type { OrderKey } from '../../orders/orders.ts';
import {
  lifetimesMinor,
  lockHeads,
  lockOrder,
  type Mailed,
  noteMailed,
  type Order,
  readOrders,
} from '../../orders/orders.ts';
import { earnPoints, noteFriends, type PointTerms } from '../../points/points.ts';
import { notifyOrders } from '../../push/push.ts';
import { cashbackJob } from '../jobs.ts';
import type { CheckoutParts } from '../parts.ts';
import { paymentsGone } from '../queries.ts';
import { orderMail } from './order-mail.ts';
import { cashbackDue, cashbackKey, creditCashback } from './settle.ts';

export interface DeliveredParts extends CheckoutParts, PostParts {
  /** Lifetime purchases above which a member becomes a Pro Member, in major units (site option). */
  readonly proThreshold: () => Promise<number>;
  /** The rules for points (site options). */
  readonly pointTerms: () => Promise<PointTerms>;
}

/** A delivered order, its member, and the member's lifetime purchases in minor units. */
interface Delivered {
  readonly order: Order | undefined;
  readonly member: Member | undefined;
  readonly lifetimeMinor: bigint;
}

/** Orders with cashback due and not credited. */
async function uncredited(tx: Tx, orders: readonly Order[]): Promise<Order[]> {
  const due = orders.filter((order) => cashbackDue(order) > 0n);
  if (due.length === 0) return [];
  const nameOf = ({ owner, key }: ReturnType<typeof cashbackKey>) => `${owner} ${key}`;
  const posted = await postedAmong(tx, due.map(cashbackKey));
  return due.filter((order) => !posted.has(nameOf(cashbackKey(order))));
}

const isOrdinary = ({ membershipLevel }: Member) => membershipLevel === 1;

/**
 * Reads orders and enqueues or books their cashback, points and notifications, in a few statements for all. The orders
 * are locked, so that refunded lines earn nothing; orders whose payment is gone earn nothing either.
 */
async function followAll(
  db: Db,
  keys: readonly OrderKey[],
  terms: PointTerms,
): Promise<Delivered[]> {
  const distinct = [...new Map(keys.map((key) => [key.id, key])).values()];
  const memberIds = [...new Set(distinct.map(({ memberId }) => memberId))];
  const { orders, members, lifetimes } = await db.tx(async (tx) => {
    await lockHeads(tx, distinct);
    const [read, owners] = await Promise.all([
      readOrders(tx, distinct),
      findMembers(tx, memberIds),
    ]);
    const delivered = [...read.values()].filter(({ state }) => state === 'delivered');
    const gone = await paymentsGone(tx, delivered);
    const paid = delivered.filter(({ id }) => !gone.has(id));
    const [late, lifetimes] = await Promise.all([
      uncredited(tx, paid),
      lifetimesMinor(tx, [...owners.values()].filter(isOrdinary)),
      notifyOrders(tx, delivered, 'delivered'),
    ]);
    const payloads = late.map(({ memberId, id }) => ({ memberId, orderId: id }));
    if (payloads.length > 0) await enqueueAll(tx, cashbackJob, payloads);
    await noteFriends(tx, paid, terms);
    await earnPoints(tx, { orders: paid, members: owners, terms });
    return { orders: read, members: owners, lifetimes };
  });
  return keys.map(({ id, memberId }) => ({
    order: orders.get(id),
    member: members.get(memberId),
    lifetimeMinor: lifetimes.get(memberId) ?? 0n,
  }));
}

/** Orders per group, and how long a group may take before the next one starts. */
const mostTogether = 32;
const turnMs = seconds(1);

/** Makes the function for the work after a delivery; safe to repeat. Concurrent deliveries share reads. */
export function makeAfterDelivery(parts: DeliveredParts): (key: OrderKey) => Promise<void> {
  const { db, config } = parts;
  const follow = makeGroups<OrderKey, Delivered>({
    most: mostTogether,
    mostWaiting: Number.POSITIVE_INFINITY,
    turnMs,
    together: async (keys) => followAll(db, keys, await parts.pointTerms()),
    isUndone: isRefusedByDatabase,
    async alone(key) {
      const [one] = await followAll(db, [key], await parts.pointTerms());
      return one ?? { order: undefined, member: undefined, lifetimeMinor: 0n };
    },
  });
  const note = makeGroups<Mailed, void>({
    most: mostTogether,
    mostWaiting: Number.POSITIVE_INFINITY,
    turnMs,
    async together(mailed) {
      await noteMailed(db, mailed);
      return mailed.map(() => undefined);
    },
    isUndone: isRefusedByDatabase,
    alone: (mailed) => noteMailed(db, [mailed]),
  });
  return async (key) => {
    const { order, member, lifetimeMinor } = await follow(key);
    if (!order) throw new Refusal('order.not_found');
    if (!member) return;
    if (isOrdinary(member)) await raiseIfEarned(parts, member.id, lifetimeMinor);
    // An earlier attempt may have noted the mail server's answer.
    if (order.state !== 'delivered' || order.mailedAt) return;
    const answer = await dispatch(parts, {
      mailId: `delivered.${order.id}`,
      to: member.email,
      letter: orderMail(order, member, config.publicUrl),
    });
    if (answer === 'nobody') return;
    await note({ key, to: maskedEmail(member.email), refused: answer === 'refused' });
  };
}

/** Credits a delivered order's cashback once, unless its payment is gone; throws while there is no exchange rate. */
export async function creditLateCashback({ db }: CheckoutParts, key: OrderKey): Promise<void> {
  const credited = await db.tx(async (tx) => {
    const order = await lockOrder(tx, key);
    // Locks the member, so that the account is not closed meanwhile.
    await holdMembers(tx, [key.memberId]);
    if (order.state !== 'delivered' || (await paymentsGone(tx, [order])).has(order.id)) return true;
    return creditCashback(tx, order);
  });
  if (!credited) throw new Error(`cashback of ${key.id} waits for an exchange rate`);
}

/** Makes a Pro Member when lifetime purchases exceed the threshold (OPEN-21). */
async function raiseIfEarned(
  parts: DeliveredParts,
  memberId: string,
  lifetimeMinor: bigint,
): Promise<void> {
  if (toWire(lifetimeMinor) <= (await parts.proThreshold())) return;
  await parts.db.tx((tx) => raiseMembership(tx, memberId));
}
