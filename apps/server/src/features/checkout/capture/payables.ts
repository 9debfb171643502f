/** What a card can pay for: an order or a top-up. Its id tells which. */
import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { lockOrder, type OrderKey, setPaymentDeclined, setPaymentId } from '../../orders/orders.ts';
import {
  creditTopUp,
  isTopUp,
  lockTopUp,
  setTopUpDeclined,
  setTopUpPayment,
  setTopUpState,
  type TopUp,
} from '../../topups/topups.ts';
import { acceptsLateMoney } from '../deliver/settle.ts';
import { addedJob } from '../jobs.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { failOrder } from '../unpaid/fail-order.ts';
import { creditOrder } from './credit-order.ts';

/** The key of an order or a top-up. */
export type PayableKey = OrderKey;

/** An order or a top-up, locked until the transaction ends. */
export interface Payable {
  readonly key: PayableKey;
  /** Neither paid nor over. */
  readonly open: boolean;
  /** Stores the provider's order id. */
  setPaymentId(providerOrderId: string): Promise<void>;
  /** Stores that the last payment attempt was declined, or that a new one began. */
  setDeclined(declined: boolean): Promise<void>;
  /** Delivers the order or credits the top-up; false when it can no longer take the money. */
  credit(): Promise<boolean>;
  /** Fails a pending one: its payment did not match and is refunded. */
  endReturned(notice: string): Promise<void>;
}

async function lockedOrder(tx: Tx, key: PayableKey): Promise<Payable> {
  const order = await lockOrder(tx, key);
  return {
    key,
    open: order.state === 'pending',
    setPaymentId: (paymentId) => setPaymentId(tx, key, paymentId),
    setDeclined: (declined) => setPaymentDeclined(tx, key, declined),
    credit: () => creditOrder(tx, order),
    endReturned: (notice) => failOrder(tx, order, { reason: 'returned', notice }),
  };
}

/** True when a top-up takes the money: pending, or failed by lapse or decline while its member is active. */
async function takesMoney(tx: Tx, topUp: TopUp): Promise<boolean> {
  if (topUp.state === 'pending') return true;
  const over = topUp.failReason === 'cancelled' || topUp.failReason === 'returned';
  return topUp.state === 'failed' && !over && (await acceptsLateMoney(tx, topUp.memberId));
}

async function lockedTopUp(tx: Tx, key: PayableKey): Promise<Payable> {
  const topUp = await lockTopUp(tx, key);
  if (!topUp) throw new Refusal('order.not_found');
  return {
    key,
    open: topUp.state === 'pending',
    setPaymentId: (paymentId) => setTopUpPayment(tx, key, paymentId),
    setDeclined: (declined) => setTopUpDeclined(tx, key, declined),
    async credit() {
      const takes = await takesMoney(tx, topUp);
      if (!takes) return false;
      await Promise.all([
        creditTopUp(tx, topUp),
        enqueue(tx, {
          job: addedJob,
          payload: { memberId: topUp.memberId, topUpId: topUp.id },
        }),
      ]);
      return true;
    },
    endReturned: (notice) =>
      setTopUpState(tx, key, { state: 'failed', failReason: 'returned', notice }),
  };
}

/** Locks an order or a top-up, then its payment, in one round trip. */
export function lockPayable(tx: Tx, key: PayableKey): Promise<[Payable, Payment | undefined]> {
  return Promise.all([
    isTopUp(key) ? lockedTopUp(tx, key) : lockedOrder(tx, key),
    lockPayment(tx, key),
  ]);
}

/** The prefix of the provider's idempotency keys. */
export const keyOf = (key: PayableKey): string => `${isTopUp(key) ? 'add' : 'order'}:${key.id}`;
