import { type Queryable, sql } from '../../platform/db/db.ts';

/** The newest entries about something, by its id: who did or saw what, and the reason they gave. */
export function entriesAbout(db: Queryable, subject: string, limit: number) {
  return db.rows(sql<{ actor: string; deed: string; reason: string; createdAt: Date }>`
    select actor, deed, coalesce(facts ->> 'sReason', facts ->> 'reason', '') as reason,
      created_at as "createdAt"
    from audit_entries where subject = ${subject} and subject <> '' order by id desc limit ${limit}`);
}
