import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { isTopUp } from '../../topups/topups.ts';
import type { Open } from '../disputes/decision-queries.ts';
import { deliveredJob } from '../jobs.ts';

/** What an order earns waited for a word on what was taken of its payment: there is one, and it is looked at again. */
export async function earnAgain(
  tx: Tx,
  { memberId, id, use }: Pick<Open, 'memberId' | 'id' | 'use'>,
): Promise<void> {
  if (use === 'return' || isTopUp({ id })) return;
  await enqueue(tx, { job: deliveredJob, payload: { memberId, orderId: id } });
}
