import { type Queryable, sql, type Tx } from '../../platform/db.ts';

/** Whether a session was proven to be its member's within five minutes. */
export async function isProven(db: Queryable, sessionId: string): Promise<boolean> {
  const found = await db.first(sql<{ id: string }>`
    select id from sessions s where s.id = ${sessionId} and is_proven(s)`);
  return found !== undefined;
}

/** Holds a session to the end of the transaction, and says whether it is proven; undefined when there is none. */
export function lockSession(
  tx: Tx,
  sessionId: string,
): Promise<{ readonly proven: boolean } | undefined> {
  return tx.first(sql<{ proven: boolean }>`
    select is_proven(s) as proven from sessions s where s.id = ${sessionId} for no key update`);
}

/** Notes that a session was proven now; a password proves none where there is a factor. */
export async function markProven(
  db: Queryable,
  sessionId: string,
  by: 'password' | 'code' | 'passkey',
): Promise<void> {
  await db.run(sql`
    update sessions set proven_at = app_now(), proven_by = ${by}
    where id = ${sessionId} and (${by} <> 'password' or not has_factor(member_id))`);
}
