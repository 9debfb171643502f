/** Ending unpaid orders, by timeout or by the member. Codes and held money are released at once. */
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

/** True while the provider may be taking the payment. */
async function isClaimed(tx: Tx, key: OrderKey): Promise<boolean> {
  return (await lockPayment(tx, key))?.state === 'claimed';
}

/** Fails a pending order whose time is over, unless its payment is claimed; does nothing to any other. */
export async function lapseOne(tx: Tx, key: OrderKey): Promise<void> {
  const order = await lockOrder(tx, key);
  if (order.state !== 'pending' || !(await isOver(tx, order))) return;
  if ((await settleLapsing(tx, key)) || (await isClaimed(tx, key))) return;
  await failOrder(tx, order, { reason: 'lapsed' });
}

const atOnce = 50;
const rounds = 20;

/** Fails the pending orders whose time is over (invariant 11), up to a thousand per run. */
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

/**
 * Records captures the provider has already made for a pending order and returns the order after; undefined if not
 * asked.
 */
async function settleCaptured(parts: CheckoutParts, order: Order): Promise<Order | undefined> {
  if (order.state !== 'pending' || order.paying || order.paymentId === '') return undefined;
  await countProviderCall(parts.throttle, order.memberId);
  await recordMade(parts, order);
  return findOrder(parts.db, order.memberId, order.id);
}

/**
 * Cancels an order for the member: fails an unpaid one; refunds the lines without codes of one that waits for codes.
 * Safe to repeat. Captures already made are recorded first, then `order.being_paid` is refused; an approval is not
 * captured. Refuses `order.not_found`, `request.throttled`, `order.not_cancellable` when delivered or refunded, and
 * `order.coins_gone` when the chain lacks the coins that paid.
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
