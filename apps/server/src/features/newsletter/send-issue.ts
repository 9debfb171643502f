import { enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { sha256 } from '../../platform/secrets/secrets.ts';
import { deliveryJob } from './jobs.ts';
import { addIssueDeliveries, countDeliveries, putIssue } from './queries.ts';

export interface SentIssue {
  readonly issueId: string;
  /** Mails enqueued by this call. */
  readonly added: number;
  /** All mails of the issue, including those of earlier calls. */
  readonly total: number;
}

const batch = 500;
/** Deliveries share this many queues, one mail at a time each, with a priority behind other jobs. */
const rows = 2;
const deliveryPriority = 20;

/**
 * Enqueues one mail for each confirmed subscriber without a delivery of this issue. Subject and text identify
 * an issue: sending it again resumes an interrupted call and reaches only new subscribers.
 */
export async function sendIssue(
  db: Db,
  { subject, body }: { readonly subject: string; readonly body: string },
): Promise<SentIssue> {
  const contentHash = sha256(JSON.stringify([subject, body]));
  const issueId = await putIssue(db, { id: newId('nli'), subject, body, contentHash });
  let added = 0;
  for (;;) {
    const ids = await db.tx(async (tx) => {
      const subscribers = await addIssueDeliveries(tx, issueId, batch);
      await Promise.all(
        subscribers.map((subscriberId, at) =>
          enqueue(tx, {
            job: deliveryJob,
            payload: { issueId, subscriberId },
            priority: deliveryPriority,
            queue: `newsletter ${at % rows}`,
          }),
        ),
      );
      return subscribers;
    });
    added += ids.length;
    if (ids.length === 0) break;
  }
  return { issueId, added, total: await countDeliveries(db, issueId) };
}
