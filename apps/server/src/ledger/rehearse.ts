import { type Db, sql, type Tx } from '../platform/db/db.ts';
import type { Entry } from './ledger.ts';

/** What the open transaction has posted so far. */
const postedBy = (tx: Tx) =>
  tx.rows(sql<Entry>`
    select a.name as account, p.currency, p.amount as "amountMinor" from ledger_journals j
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    where j.xid = pg_current_xact_id() order by j.id, p.position`);

/** Runs work whose transaction is rolled back at its end; returns its result and what it would post. */
export async function rehearse<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
): Promise<{ result: T; posted: readonly Entry[] }> {
  const over = new Error('a rehearsal is rolled back');
  let posted: readonly Entry[] = [];
  const result = await work({
    ...db,
    async tx<R>(inner: (tx: Tx) => Promise<R>): Promise<R> {
      const done: { result?: R } = {};
      const ended = db.tx(async (tx) => {
        done.result = await inner({ ...tx, last: (end) => end() });
        posted = await postedBy(tx);
        throw over;
      });
      await ended.catch((error: unknown) => {
        if (error !== over) throw error;
      });
      return done.result as R;
    },
  });
  return { result, posted };
}
