import { enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import { refundJob } from '../jobs.ts';
import { provider } from '../parts.ts';
import { insertRefund, type NewRefund } from '../queries.ts';

/** Stores a refund to the card and enqueues its sending, on commit of the caller's transaction. */
export async function oweRefund(tx: Tx, refund: Omit<NewRefund, 'id' | 'provider'>): Promise<void> {
  const refundId = newId('ref');
  await insertRefund(tx, { ...refund, id: refundId, provider });
  await enqueue(tx, { job: refundJob, payload: { refundId } });
}
