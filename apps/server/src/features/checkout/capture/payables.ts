/** What a card can pay for: an order, or money for a wallet. Its id says which. */
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
import { takesLate } from '../deliver/settle.ts';
import { addedJob } from '../jobs.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { failOrder } from '../unpaid/fail-order.ts';
import { creditOrder } from './credit-order.ts';

/** Whose it is and which. */
export type PayableKey = OrderKey;

/** Something to be paid for, locked until the transaction ends. */
export interface Payable {
  readonly key: PayableKey;
  /** Neither paid nor over. */
  readonly open: boolean;
  /** Keeps the provider's id of it. */
  setPaymentId(providerOrderId: string): Promise<void>;
  /** Remembers that the last try to pay was declined, or that a new try began. */
  setDeclined(declined: boolean): Promise<void>;
  /** Does what was paid for; false when it can not take the money (any more). */
  credit(): Promise<boolean>;
  /** Ends an open one: what came for it did not fit and goes back. */
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

/** Money that came after its time is added all the same, unless the member gave it up, is frozen or gone. */
async function takesMoney(tx: Tx, topUp: TopUp): Promise<boolean> {
  if (topUp.state === 'pending') return true;
  const over = topUp.failReason === 'cancelled' || topUp.failReason === 'returned';
  return topUp.state === 'failed' && !over && (await takesLate(tx, topUp.memberId));
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

/** Locks what is to be paid for, and then its payment, in one round trip. */
export function lockPayable(tx: Tx, key: PayableKey): Promise<[Payable, Payment | undefined]> {
  return Promise.all([
    isTopUp(key) ? lockedTopUp(tx, key) : lockedOrder(tx, key),
    lockPayment(tx, key),
  ]);
}

/** What the provider's idempotency keys for it begin with. */
export const keyOf = (key: PayableKey): string => `${isTopUp(key) ? 'add' : 'order'}:${key.id}`;
