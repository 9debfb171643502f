/** Notes of staff about members. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

interface Note {
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
  readonly createdAt: Date;
}

/** The newest notes about a member. */
export function notesOf(db: Queryable, memberId: string, limit: number): Promise<Note[]> {
  return db.rows(sql<Note>`
    select id, note, operator_id as "operatorId", created_at as "createdAt"
    from member_notes where member_id = ${memberId} order by created_at desc, id desc limit ${limit}`);
}

/** Adds a note. */
export async function insertNote(
  tx: Tx,
  { id, memberId, operatorId, note }: Record<'id' | 'memberId' | 'operatorId' | 'note', string>,
): Promise<void> {
  await tx.run(sql`
    insert into member_notes (id, member_id, operator_id, note)
    values (${id}, ${memberId}, ${operatorId}, ${note})`);
}
