import { type Queryable, sql } from '../../platform/db/db.ts';

export interface AuditEntry {
  /** An operator's e-mail, or the account that used the command line. */
  readonly actor: string;
  /** Undefined for the command line without a person's name. */
  readonly operatorId?: string | undefined;
  /** The name of a call or the words of a command. */
  readonly deed: string;
  /** The id of what it is about; empty for none. */
  readonly subject: string;
  readonly facts: object;
}

/** Writes an entry of the audit log. */
export async function insertAudit(
  db: Queryable,
  { actor, operatorId, deed, subject, facts }: AuditEntry,
): Promise<void> {
  await db.run(sql`
    insert into audit_entries (actor, operator_id, deed, subject, facts)
    values (${actor}, ${operatorId ?? null}, ${deed}, ${subject}, ${JSON.stringify(facts)}::jsonb)`);
}

/** The newest entry. */
export function newestEntry(db: Queryable) {
  return db.first(sql<{ id: bigint; hash: Buffer }>`
    select id, hash from audit_entries order by id desc limit 1`);
}
