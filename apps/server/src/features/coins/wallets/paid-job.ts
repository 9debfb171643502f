import type { Coin } from '@giftlane/contract/money/coins.ts';
import { defineJob, enqueue, enqueueAll } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { ordersAt, ordersOwing } from '../chain/order-payment-queries.ts';

/** A node has accepted the send that pays an order: the order can be delivered. */
export const paidByCoinJob = defineJob<{ memberId: string; orderId: string }>('coins.paid', {
  attempts: 20,
});

/** Enqueues `paidByCoinJob` for those of the sends that pay orders. */
export async function tellPaid(
  tx: Tx,
  sends: readonly { readonly owner: string; readonly orderId: string | null }[],
): Promise<void> {
  const payloads = sends.flatMap(({ owner, orderId }) =>
    orderId === null ? [] : [{ memberId: owner, orderId }],
  );
  if (payloads.length > 0) await enqueueAll(tx, paidByCoinJob, payloads);
}

/**
 * A payment to an order's address arrived or vanished, or the send that was to pay the order failed: the order is
 * re-evaluated. Retried for two months, since buying surplus coins from the buyer needs an exchange rate.
 */
export const cameByCoinJob = defineJob<{ memberId: string; orderId: string }>('coins.came', {
  attempts: 250,
});

/** Enqueues `cameByCoinJob` for those of the addresses that belong to orders. */
export async function enqueueOrderRecheck(
  tx: Tx,
  coin: Coin,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const orders = await ordersAt(tx, coin, addresses);
  if (orders.length > 0) await enqueueAll(tx, cameByCoinJob, orders);
}

/** Re-evaluates a member's orders with coins owed to the member, which are not bought while the account is closed. */
export async function tellOwed(tx: Tx, memberId: string): Promise<void> {
  await enqueueAll(tx, cameByCoinJob, await ordersOwing(tx, memberId));
}

/** A house send that was to pay for a sold card failed: the member's wallet is credited instead. */
export const payoutUndoneJob = defineJob<{ saleId: string }>('coins.payout_undone', {
  attempts: 20,
});

/** Enqueues the follow-up of a failed send, if it paid for an order or a sold card. */
export async function tellUndone(
  tx: Tx,
  { owner, orderId, saleId }: { owner: string; orderId: string | null; saleId: string | null },
): Promise<void> {
  if (orderId !== null)
    await enqueue(tx, { job: cameByCoinJob, payload: { memberId: owner, orderId } });
  if (saleId !== null) await enqueue(tx, { job: payoutUndoneJob, payload: { saleId } });
}
