/** What follows a delivery but need not hold it up: late cashback, membership level, the mail. */

import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, toWire } from '@giftlane/contract/money.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { findMember, type Member, raiseMembership } from '../accounts/accounts.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import type { OrderKey } from '../orders/orders.ts';
import { lifetimeMinor, lockOrder, type Order } from '../orders/orders.ts';
import { notifyOrder } from '../push/push.ts';
import { cashbackJob } from './jobs.ts';
import type { CheckoutParts } from './parts.ts';
import { creditCashback } from './settle.ts';

export interface DeliveredParts extends CheckoutParts, PostParts {
  /** Lifetime purchases that make a Pro Member, in major units (site option). */
  readonly proThreshold: () => Promise<number>;
}

function orderMail(order: Order, publicUrl: string) {
  // What was given back while the order waited for codes is not among them.
  const kept = order.lines.filter((line) => !line.refundedAt);
  const lines = kept.map((line) => `${line.quantity} × ${line.title}`);
  return compose({
    heading: text('mail.order.heading', { order: order.clientId }),
    paragraphs: [
      text('mail.order.ready'),
      ...lines,
      text('mail.order.total', {
        total: formatMoney(order.totalMinor - order.refundedMinor, order.currency),
      }),
      text('mail.order.noTax'),
    ],
    action: { label: text('mail.order.action'), url: `${publicUrl}/account/orders` },
  });
}

/** Handles a delivered order once more than needed without harm. Cashback holds up nothing else. */
export async function afterDelivery(parts: DeliveredParts, key: OrderKey): Promise<void> {
  const order = await parts.db.tx(async (tx) => {
    const locked = await lockOrder(tx, key);
    if (locked.state !== 'delivered') return locked;
    await notifyOrder(tx, locked, 'delivered');
    if (!(await creditCashback(tx, locked)))
      await enqueue(tx, {
        job: cashbackJob,
        payload: { memberId: key.memberId, orderId: key.id },
      });
    return locked;
  });
  const member = await findMember(parts.db, key.memberId);
  if (!member) return;
  if (member.membershipLevel === 1) await raiseIfEarned(parts, member);
  if (order.state !== 'delivered') return;
  await dispatch(parts, {
    mailId: `delivered.${order.id}`,
    to: member.email,
    letter: orderMail(order, parts.config.publicUrl),
  });
}

/** Credits the cashback of a delivered order, once; throws while there is no exchange rate for it. */
export async function creditLateCashback({ db }: CheckoutParts, key: OrderKey): Promise<void> {
  const credited = await db.tx(async (tx) => {
    const order = await lockOrder(tx, key);
    return order.state !== 'delivered' || creditCashback(tx, order);
  });
  if (!credited) throw new Error(`cashback of ${key.id} waits for an exchange rate`);
}

/** Lifetime purchases beyond the threshold make a Pro Member (decision 21). */
async function raiseIfEarned(parts: DeliveredParts, member: Member): Promise<void> {
  const lifetime = await lifetimeMinor(parts.db, member.id, member.currency);
  if (toWire(lifetime) <= (await parts.proThreshold())) return;
  await parts.db.tx((tx) => raiseMembership(tx, member.id));
}
