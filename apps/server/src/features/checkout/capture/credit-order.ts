/** Credits received money to its order. All functions run inside the caller's transaction. */
import { isShort, post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { removeOrdered } from '../../cart/cart.ts';
import { type Order, setLineStates, setOrderState } from '../../orders/orders.ts';
import { takeAllCodes } from '../../stock/stock.ts';
import { acceptsLateMoney, deliverOrder } from '../deliver/settle.ts';
import { takingOf } from '../place/placing.ts';
import { saleJournal } from '../postings.ts';

/** Books the sale and delivers; false when the order can no longer take the money. */
export async function creditOrder(tx: Tx, order: Order): Promise<boolean> {
  if (order.state === 'pending') {
    // Lock order: codes and wallet before the held balance.
    await markPaid(tx, order);
    await post(tx, saleJournal(order, 'held'));
    return true;
  }
  const over = order.failReason === 'cancelled' || order.failReason === 'returned';
  return order.state === 'failed' && !over && creditLate(tx, order);
}

async function markPaid(tx: Tx, order: Order): Promise<void> {
  await setOrderState(tx, order, { state: 'paid' });
  const lineIds = order.lines.map((line) => line.id);
  await setLineStates(tx, order, { lineIds, state: 1 });
  await deliverOrder(tx, { ...order, state: 'paid' });
}

/**
 * Credits money for a lapsed order: takes codes and wallet share again, or nothing. False for a frozen or closed
 * account.
 */
async function creditLate(tx: Tx, order: Order): Promise<boolean> {
  if (!(await acceptsLateMoney(tx, order.memberId))) return false;
  try {
    await tx.nested(async () => {
      await takeAllCodes(tx, takingOf([order], 'reserved'));
      await removeOrdered(tx, [order]);
      await post(tx, saleJournal(order, 'wallet'));
      await markPaid(tx, order);
    });
    return true;
  } catch (error) {
    if (isShort(error)) return false;
    if (error instanceof Refusal && error.code === 'order.out_of_stock') return false;
    throw error;
  }
}
