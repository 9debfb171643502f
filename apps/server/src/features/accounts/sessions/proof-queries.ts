import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';

/** Those of the sessions that were proven within five minutes. */
export async function provenAmong(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.rows(sql<{ id: string }>`
    select id from sessions s where s.id = any(${sessionIds}::text[]) and is_proven(s)`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a session was proven within five minutes. */
export async function isProven(db: Queryable, sessionId: string): Promise<boolean> {
  return (await provenAmong(db, [sessionId])).has(sessionId);
}

/** Locks a session until the transaction ends, and tells whether it is proven; undefined when there is none. */
export function lockSession(
  tx: Tx,
  sessionId: string,
): Promise<{ readonly proven: boolean } | undefined> {
  return tx.first(sql<{ proven: boolean }>`
    select is_proven(s) as proven from sessions s where s.id = ${sessionId} for no key update`);
}

/** Marks a session as proven now; a password has no effect if the member has a factor. */
export async function markProven(
  db: Queryable,
  sessionId: string,
  by: 'password' | 'code' | 'passkey',
): Promise<void> {
  await db.run(sql`
    update sessions set proven_at = app_now(), proven_by = ${by}
    where id = ${sessionId} and (${by} <> 'password' or not has_factor(member_id))`);
}
