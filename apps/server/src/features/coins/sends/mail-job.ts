import { defineJob, enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';

/**
 * `waits`: held until a time, and can be cancelled. `rejected`: by an operator, with a reason. `unsigned`: refused by
 * the signer. `failed`: can never confirm.
 */
export type CoinTelling = {
  readonly transferId: string;
  readonly about: 'waits' | 'rejected' | 'unsigned' | 'failed';
};

/** Mails a member about a send. */
export const coinMailJob = defineJob<CoinTelling>('coins.mail', { attempts: 20 });

/** Enqueues a mail about a member's send, in the transaction. */
export const tellByMail = (tx: Tx, telling: CoinTelling): Promise<unknown> =>
  enqueue(tx, { job: coinMailJob, payload: telling });
