import pg from 'pg';
import type { Log } from '../process/log.ts';

/** What PostgreSQL says to whoever lost: it gave up one transaction so that others could go on. */
const lost = ['40001', '40P01'];

const tries = 4;

/** Runs `work`, a transaction from its beginning to its end, until it loses no deadlock; not for ever. */
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
