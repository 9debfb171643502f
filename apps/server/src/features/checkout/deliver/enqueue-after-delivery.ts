import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { isTopUp } from '../../topups/topups.ts';
import type { Open } from '../disputes/decision-queries.ts';
import { deliveredJob } from '../jobs.ts';

/** After a decision about reversed money: enqueues the work after delivery again, which credits cashback and points. */
export async function enqueueAfterDelivery(
  tx: Tx,
  { memberId, id, use }: Pick<Open, 'memberId' | 'id' | 'use'>,
): Promise<void> {
  if (use === 'return' || isTopUp({ id })) return;
  await enqueue(tx, { job: deliveredJob, payload: { memberId, orderId: id } });
}
