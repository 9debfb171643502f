import { defineJob, enqueueAll } from '../../jobs/jobs.ts';
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
