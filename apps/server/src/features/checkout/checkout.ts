/** The public interface of checkout: jobs, chores, invariants and the operators' refunds. */
import type { Chore, Handlers } from '../../jobs/jobs.ts';
import { hours, minutes, seconds } from '../../platform/process/durations.ts';
import { cameByCoinJob, paidByCoinJob } from '../coins/coins.ts';
import { lockOrder, waitingForCodes } from '../orders/orders.ts';
import { sweepEvents } from './capture/event-queries.ts';
import { handleEvent, readReversal } from './capture/inbox.ts';
import { lapseTopUps } from './capture/top-up.ts';
import { creditLateCashback, type DeliveredParts, makeAfterDelivery } from './deliver/delivered.ts';
import { deliverOrder } from './deliver/settle.ts';
import { reconcile, resolvePayment } from './disputes/resolve.ts';
import { askAboutCaptures } from './disputes/taken-back.ts';
import {
  addedJob,
  type CoinsBought,
  cashbackJob,
  creditedJob,
  deliveredJob,
  eventJob,
  refundJob,
  resolveJob,
  returnedJob,
  reversalJob,
} from './jobs.ts';
import type { CheckoutParts } from './parts.ts';
import { type CoinCheckoutParts, creditByCoins } from './place/coin-order.ts';
import { eachOrder } from './place/each-order.ts';
import { tellAdded, tellCredited, tellReturned } from './refund/returned.ts';
import { sendDueRefunds, sendRefund } from './refund/send-refund.ts';
import { followCoins } from './unpaid/incoming-payments.ts';
import { lapseOrders } from './unpaid/lapse.ts';

export { listHeld } from './capture/capture-queries.ts';
export { lastEventAt } from './capture/event-queries.ts';
export { paidIn, paidUnder, takenBack } from './capture/paid-in.ts';
export {
  beginTopUp,
  captureTopUp,
  needTopUp,
  type TopUpWish,
} from './capture/top-up.ts';
export type { DeliveredParts } from './deliver/delivered.ts';
export { bearLoss, type ReversalDecision, restorePaid } from './disputes/decide.ts';
export { checkoutInvariants } from './invariants.ts';
export { waitingDisputes } from './office-queries.ts';
export { type CheckoutParts, makeCheckoutLanes, type UnpaidLimits } from './parts.ts';
export { initiate } from './place/card-order.ts';
export { type CoinCheckoutParts, claimForCoins } from './place/coin-order.ts';
export type { OrderRequest } from './place/price.ts';
export { makePlacing, payFromWallet } from './place/wallet-order.ts';
export { findPayment, paymentsGone } from './queries.ts';
export { type CardBack, cardBack, requirePaid } from './refund/card-back.ts';
export { quoteRefund } from './refund/quote-refund.ts';
export { type RefundedOrder, refundOrder, sumsToWire } from './refund/refund.ts';
export { hasOpenRefund } from './refund/refund-queries.ts';
export {
  countRefundsOpen,
  listOpenRefunds,
  resendRefund,
  unmatchedPayments,
  waitingRefunds,
} from './refund/send-refund.ts';

/** The job handlers of checkout. */
export function checkoutJobs(parts: DeliveredParts & CoinCheckoutParts): Handlers {
  const afterDelivery = makeAfterDelivery(parts);
  return {
    [cashbackJob.task]: ({ memberId, orderId }: { memberId: string; orderId: string }) =>
      creditLateCashback(parts, { memberId, id: orderId }),
    [deliveredJob.task]: ({ memberId, orderId }: { memberId: string; orderId: string }) =>
      afterDelivery({ memberId, id: orderId }),
    [addedJob.task]: ({ memberId, topUpId }: { memberId: string; topUpId: string }) =>
      tellAdded(parts, { memberId, id: topUpId }),
    [paidByCoinJob.task]: ({ memberId, orderId }: { memberId: string; orderId: string }) =>
      creditByCoins(parts, { memberId, id: orderId }),
    [cameByCoinJob.task]: ({ memberId, orderId }: { memberId: string; orderId: string }) =>
      followCoins(parts, { memberId, id: orderId }),
    [creditedJob.task]: (bought: CoinsBought) => tellCredited(parts, bought),
    [eventJob.task]: ({ eventId }: { eventId: string }) => handleEvent(parts, eventId),
    [refundJob.task]: ({ refundId }: { refundId: string }) => sendRefund(parts, refundId),
    [reversalJob.task]: ({ captureId }: { captureId: string }) => readReversal(parts, captureId),
    [returnedJob.task]: (told: { memberId: string; orderId: string; captureId: string }) =>
      tellReturned(parts, { memberId: told.memberId, id: told.orderId }, told.captureId),
    [resolveJob.task]: async ({ memberId, orderId }: { memberId: string; orderId: string }) => {
      if ((await resolvePayment(parts, { memberId, id: orderId })) === 'unknown')
        throw new Error(`the payment of ${orderId} is still unknown`);
    },
  };
}

const waitingAtOnce = 50;

/** Delivers paid orders that wait for codes, as far as stock allows. */
async function deliverWaiting(parts: CheckoutParts): Promise<void> {
  await eachOrder(parts, await waitingForCodes(parts.db, waitingAtOnce), {
    what: 'an order that waits could not be delivered',
    work: (key) =>
      parts.db.tx(async (tx) => {
        const order = await lockOrder(tx, key);
        if (order.state === 'paid' || order.state === 'accepted') await deliverOrder(tx, order);
      }),
  });
}

/** The periodic chores of checkout. */
export function checkoutChores(parts: CheckoutParts): Chore[] {
  return [
    {
      name: 'checkout.lapse',
      everyMs: seconds(5),
      run: async () => {
        await lapseOrders(parts);
        await lapseTopUps(parts);
      },
    },
    {
      name: 'checkout.reconcile',
      everyMs: seconds(5),
      run: (stopping) => reconcile(parts, stopping),
    },
    { name: 'checkout.captures', everyMs: seconds(10), run: () => askAboutCaptures(parts) },
    { name: 'checkout.refunds', everyMs: seconds(5), run: () => sendDueRefunds(parts) },
    { name: 'checkout.deliver', everyMs: seconds(10), run: () => deliverWaiting(parts) },
    {
      name: 'checkout.sweep',
      everyMs: hours(6),
      firstAfterMs: minutes(1),
      run: (stopping) => sweepEvents(parts.db, stopping),
    },
  ];
}
