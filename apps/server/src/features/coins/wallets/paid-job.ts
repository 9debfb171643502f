import type { Coin } from '@giftlane/contract/money/coins.ts';
import { defineJob, enqueue, enqueueAll } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { ordersAt, ordersOwing } from '../chain/came-queries.ts';

/** A send that pays for an order is with the nodes: the order can be delivered. */
export const paidByCoinJob = defineJob<{ memberId: string; orderId: string }>('coins.paid', {
  attempts: 20,
});

/** Tells so of sends, as far as they pay for orders. */
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
 * Something came to the address of an order or is gone again, or a send that was to pay for it came to nothing: the
 * order is looked at. Tried for two months: what is to be bought from its buyer needs a rate.
 */
export const cameByCoinJob = defineJob<{ memberId: string; orderId: string }>('coins.came', {
  attempts: 250,
});

/** Tells so of what came to these addresses, as far as they are of orders. */
export async function tellCame(tx: Tx, coin: Coin, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const orders = await ordersAt(tx, coin, addresses);
  if (orders.length > 0) await enqueueAll(tx, cameByCoinJob, orders);
}

/** Has what is owed to a member for coins looked at again: while their account was closed nothing was bought of them. */
export async function tellOwed(tx: Tx, memberId: string): Promise<void> {
  await enqueueAll(tx, cameByCoinJob, await ordersOwing(tx, memberId));
}

/** A send of the house that was to pay for a sold card came to nothing: the member's wallet is paid instead. */
export const payoutUndoneJob = defineJob<{ saleId: string }>('coins.payout_undone', {
  attempts: 20,
});

/** Tells so of a send that came to nothing, as far as somebody waits for it. */
export async function tellUndone(
  tx: Tx,
  { owner, orderId, saleId }: { owner: string; orderId: string | null; saleId: string | null },
): Promise<void> {
  if (orderId !== null)
    await enqueue(tx, { job: cameByCoinJob, payload: { memberId: owner, orderId } });
  if (saleId !== null) await enqueue(tx, { job: payoutUndoneJob, payload: { saleId } });
}
