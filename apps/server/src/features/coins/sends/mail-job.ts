import { defineJob, enqueue } from '../../../jobs/jobs.ts';
import type { Tx } from '../../../platform/db/db.ts';

/**
 * `waits`: it goes on by itself after a while, and can be cancelled. `rejected`: it was not let go, and why. `unsigned`: it
 * was refused by the signer. `failed`: the network will never take it.
 */
export type CoinTelling = {
  readonly transferId: string;
  readonly about: 'waits' | 'rejected' | 'unsigned' | 'failed';
};

/** Tells a member by mail what has become of a send. */
export const coinMailJob = defineJob<CoinTelling>('coins.mail', { attempts: 20 });

/** Has the member told of a send of theirs, when the transaction commits. */
export const tellByMail = (tx: Tx, telling: CoinTelling): Promise<unknown> =>
  enqueue(tx, { job: coinMailJob, payload: telling });
