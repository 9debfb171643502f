/** Orders that are given up: by the clock or by the member. Codes and held money are free at once. */
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { OrderKey } from '../../orders/orders.ts';
import {
  findOrder,
  isOver,
  lapsed,
  lockOrder,
  needOrder,
  type Order,
} from '../../orders/orders.ts';
import { recordMade } from '../disputes/resolve.ts';
import { type CheckoutParts, countProviderCall } from '../parts.ts';
import { eachOrder } from '../place/each-order.ts';
import { lockPayment, setPaymentState } from '../queries.ts';
import { refundOrder } from '../refund/refund.ts';
import { failOrder } from './fail-order.ts';
import { settleLapsing } from './incoming-payments.ts';

/** Whether the provider may be taking money for it right now. */
async function isClaimed(tx: Tx, key: OrderKey): Promise<boolean> {
  return (await lockPayment(tx, key))?.state === 'claimed';
}

/** Gives up a pending order whose time is over, unless it is being paid; does nothing to any other. */
export async function lapseOne(tx: Tx, key: OrderKey): Promise<void> {
  const order = await lockOrder(tx, key);
  if (order.state !== 'pending' || !(await isOver(tx, order))) return;
  if ((await settleLapsing(tx, key)) || (await isClaimed(tx, key))) return;
  await failOrder(tx, order, { reason: 'lapsed' });
}

const atOnce = 50;
const rounds = 20;

/** Lapses the pending orders whose time is up (invariant 11), up to a thousand in one go. */
export async function lapseOrders(parts: Pick<CheckoutParts, 'db' | 'log'>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const keys = await lapsed(parts.db, atOnce);
    const failed = await eachOrder(parts, keys, {
      what: 'an order could not lapse',
      work: (key) => parts.db.tx((tx) => lapseOne(tx, key)),
    });
    if (keys.length < atOnce || failed > 0) return;
  }
}

/** Records what the provider has already captured for an unpaid order; answers the order then. */
async function settleCaptured(parts: CheckoutParts, order: Order): Promise<Order | undefined> {
  if (order.state !== 'pending' || order.paying || order.paymentId === '') return undefined;
  await countProviderCall(parts.throttle, order.memberId);
  await recordMade(parts, order);
  return findOrder(parts.db, order.memberId, order.id);
}

/**
 * Gives up an order by the member's wish: an unpaid one at once; one that was paid and still waits for
 * codes is refunded. Repeating it answers the same. What the provider has captured is recorded first, and
 * `order.being_paid` says so: nobody is told "cancelled" of an order whose payment is on its way. What was only
 * approved is never captured then: whoever cancels wants to keep their money. Refuses with `order.not_found` and,
 * of one that is delivered or given back, `order.not_cancellable`; of one whose coins the chain does not have,
 * `order.coins_gone`.
 */
export async function cancelOrder(
  parts: CheckoutParts,
  memberId: string,
  anyId: string,
): Promise<Order> {
  const asked = await needOrder(parts.db, memberId, anyId);
  const found = (await settleCaptured(parts, asked)) ?? asked;
  if (found.state === 'accepted' && asked.state === 'accepted') {
    const wish = { reason: 'cancelled', onlyWaiting: true };
    await refundOrder(parts, { memberId, id: found.id }, wish);
  } else {
    await parts.db.tx(async (tx) => {
      const order = await lockOrder(tx, { memberId, id: found.id });
      if (order.state === 'failed') return;
      const paid = order.state !== 'pending' && asked.state === 'pending';
      if (paid || (order.state === 'pending' && (await isClaimed(tx, order))))
        throw new Refusal('order.being_paid');
      if (order.state !== 'pending') throw new Refusal('order.not_cancellable');
      const payment = await lockPayment(tx, order);
      if (payment) await setPaymentState(tx, order, 'abandoned');
      await failOrder(tx, order, { reason: 'cancelled' });
    });
  }
  return (await findOrder(parts.db, memberId, found.id)) ?? found;
}
