import { type Queryable, sql } from '../../platform/db/db.ts';
import { deleteOld, sweepAll } from '../../platform/db/sweep.ts';

export interface Message {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly subject: string;
  readonly message: string;
  /** The field hidden from people was filled in: a bot wrote it. */
  readonly suspect: boolean;
  readonly createdAt: Date;
}

/** Stores a message in its thread. */
export async function insertMessage(
  db: Queryable,
  message: Omit<Message, 'createdAt'> & { readonly threadId: string; readonly signedIn: boolean },
): Promise<void> {
  const { id, email, fullName, subject, suspect, threadId, signedIn } = message;
  await db.run(sql`
    insert into contact_messages (id, email, full_name, subject, message, suspect, thread_id, signed_in)
    values (${id}, ${email}, ${fullName}, ${subject}, ${message.message}, ${suspect}, ${threadId}, ${signedIn})`);
}

/** A message; undefined once deleted. */
export function findMessage(db: Queryable, id: string): Promise<Message | undefined> {
  return db.first(sql<Message>`
    select id, email, full_name as "fullName", subject, message, suspect, created_at as "createdAt"
    from contact_messages where id = ${id}`);
}

/** The newest messages, newest first. */
export function newestMessages(db: Queryable, limit: number): Promise<Message[]> {
  return db.rows(sql<Message>`
    select id, email, full_name as "fullName", subject, message, suspect, created_at as "createdAt"
    from contact_messages order by created_at desc, id desc limit ${limit}`);
}

/** Deletes messages, answers and threads after two years, as the privacy policy says. */
export function sweepMessages(db: Queryable, stopping?: AbortSignal): Promise<void> {
  const age = '2 years';
  return sweepAll(
    stopping,
    deleteOld(db, 'delete from contact_messages', 'created_at', { age }),
    deleteOld(db, 'delete from contact_threads', 'moved_at', { age }),
  );
}
