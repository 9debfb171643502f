import { defineJob, enqueue, enqueueAll } from '../../jobs/jobs.ts';
import type { Tx } from '../../platform/db.ts';

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

/** A send that was to pay for an order came to nothing: the order waits for another, or lapses. */
export const unpaidByCoinJob = defineJob<{ memberId: string; orderId: string }>('coins.unpaid', {
  attempts: 20,
});

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
    await enqueue(tx, { job: unpaidByCoinJob, payload: { memberId: owner, orderId } });
  if (saleId !== null) await enqueue(tx, { job: payoutUndoneJob, payload: { saleId } });
}
