import pg from 'pg';
import type { Log } from '../process/log.ts';

/** SQLSTATEs of a transaction that PostgreSQL aborted in favour of others: deadlock, serialization failure. */
const lost = ['40001', '40P01'];

const tries = 4;

/** Runs a whole transaction and retries it after a deadlock or serialization failure, a few times. */
export async function beginAgain<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const again = error instanceof pg.DatabaseError && lost.includes(error.code ?? '');
      if (!again || left <= 1) throw error;
      log.warn({ err: error }, 'a transaction lost a deadlock and begins again');
    }
  }
}
