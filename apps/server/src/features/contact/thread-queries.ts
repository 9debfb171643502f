import type { ThreadState } from '@giftlane/contract/office/messages.ts';
import { type Queryable, sql, statement, type Tx } from '../../platform/db/db.ts';
import { pageLimit } from '../../platform/db/pages.ts';
import { type Waiting, waitingIn } from '../../platform/db/waiting.ts';

/** A thread with so many moves takes no more messages; the next one begins another. */
const mostMoves = 100;

export interface Thread {
  readonly id: string;
  readonly email: string;
  readonly subject: string;
  readonly reference: string;
  readonly state: ThreadState;
  /** Counts messages, answers and changes of the state. */
  readonly moves: number;
  /** Who moved it last; null: the writer. */
  readonly movedBy: string | null;
  readonly movedAt: Date;
}

type NewThread = Pick<Thread, 'id' | 'email' | 'subject' | 'reference' | 'state'>;

export async function insertThread(tx: Tx, thread: NewThread): Promise<void> {
  const { id, email, subject, reference, state } = thread;
  await tx.run(sql`
    insert into contact_threads (id, email, subject, reference, state)
    values (${id}, ${email}, ${subject}, ${reference}, ${state})`);
}

/**
 * Adds a message to the thread of an address that has the reference, else, for its member, to their last one that is not
 * closed; undefined when there is none.
 */
export async function joinThread(
  tx: Tx,
  { emailKey, reference, isMember }: { emailKey: string; reference: string; isMember: boolean },
): Promise<string | undefined> {
  const joined = await tx.first(sql<{ id: string }>`
    update contact_threads set state = 'open', moves = moves + 1, moved_by = null,
      moved_at = case when state = 'open' then moved_at else app_now() end
    where id = (
      select id from contact_threads
      where lower(email collate "C") = ${emailKey} and moves < ${mostMoves}
        and (reference = ${reference} or ${isMember} and state <> 'closed')
      order by reference = ${reference} desc, moved_at desc limit 1 for update)
    returning id`);
  return joined?.id;
}

const columns = `id, email, subject, reference, state, moves, moved_by as "movedBy", moved_at as "movedAt",
  (extract(epoch from moved_at) * 1000000)::bigint::text as micros,
  coalesce((select full_name from contact_messages m where m.thread_id = t.id
    order by created_at desc, id desc limit 1), '') as name`;

export type ThreadRow = Thread & {
  readonly name: string;
  /** When it moved, in microseconds since 1970, which a `Date` would round. */
  readonly micros: string;
};

/** A page of the threads of a state: open ones in the order of their wait, others newest first. */
export function listThreads(
  db: Queryable,
  state: ThreadState,
  after: string,
): Promise<ThreadRow[]> {
  // By its time, as a thread moves on between pages.
  const [, micros = null, id = ''] = /^(\d{1,17})_(.+)$/.exec(after) ?? [];
  const [behind, end, order] =
    state === 'open' ? ['>', '-infinity', 'asc'] : ['<', 'infinity', 'desc'];
  return db.rows(
    statement<ThreadRow>(
      `select ${columns} from contact_threads t where state = $1 and (moved_at, id) ${behind}
        (coalesce('epoch'::timestamptz + $2::bigint * interval '1 microsecond', '${end}'), $3)
      order by moved_at ${order}, id ${order} limit $4`,
      [state, micros, id, pageLimit],
    ),
  );
}

/** Threads that wait for an answer. */
export const waitingMessages = (db: Queryable): Promise<Waiting> =>
  waitingIn(
    db,
    "select moved_at as at from contact_threads where state = 'open' order by moved_at",
  );

export const findThread = (db: Queryable, id: string) =>
  db.first(statement<ThreadRow>(`select ${columns} from contact_threads t where id = $1`, [id]));

export const lockThread = (tx: Tx, id: string) =>
  tx.first(
    statement<ThreadRow>(`select ${columns} from contact_threads t where id = $1 for update`, [id]),
  );

/** Moves a locked thread to a state. */
export async function moveThread(
  tx: Tx,
  { id, state, operator }: { id: string; state: ThreadState; operator: string },
): Promise<void> {
  await tx.run(sql`
    update contact_threads set state = ${state}, moves = moves + 1, moved_by = ${operator}, moved_at = app_now()
    where id = ${id}`);
}

export interface ThreadEntry {
  readonly id: string;
  /** Null: the writer of the thread. */
  readonly operator: string | null;
  readonly subject: string;
  readonly words: string;
  readonly signedIn: boolean;
  readonly suspect: boolean;
  readonly createdAt: Date;
}

/** Messages and answers of a thread, oldest first. */
export const entriesOf = (db: Queryable, threadId: string) =>
  db.rows(sql<ThreadEntry>`
    select id, null as operator, subject, message as words, signed_in as "signedIn", suspect, created_at as "createdAt"
    from contact_messages where thread_id = ${threadId}
    union all
    select id, operator, '', words, false, false, created_at from contact_answers where thread_id = ${threadId}
    order by "createdAt", id limit 250`);

export async function insertAnswer(
  tx: Tx,
  answer: { id: string; threadId: string; email: string; operator: string; words: string },
): Promise<void> {
  const { id, threadId, email, operator, words } = answer;
  await tx.run(sql`
    insert into contact_answers (id, thread_id, email, operator, words)
    values (${id}, ${threadId}, ${email}, ${operator}, ${words})`);
}

/** An answer and the thread it belongs to. */
export const findAnswer = (db: Queryable, id: string) =>
  db.first(sql<Pick<Thread, 'email' | 'subject' | 'reference'> & { words: string }>`
    select a.email, t.subject, t.reference, a.words
    from contact_answers a join contact_threads t on t.id = a.thread_id where a.id = ${id}`);

export interface Prepared {
  readonly id: string;
  readonly title: string;
  readonly words: string;
}

const mostPrepared = 100;

export const listPrepared = (db: Queryable) =>
  db.rows(sql<Prepared>`
    select id, title, words from contact_prepared order by lower(title), id limit ${mostPrepared}`);

/** Stores a prepared answer; false beyond a hundred. */
export async function putPrepared(db: Queryable, { id, title, words }: Prepared): Promise<boolean> {
  const put = await db.run(sql`
    insert into contact_prepared (id, title, words) select ${id}, ${title}, ${words}
    where (select count(*) from contact_prepared where id <> ${id}) < ${mostPrepared}
    on conflict (id) do update set title = excluded.title, words = excluded.words`);
  return put === 1;
}

export async function deletePrepared(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from contact_prepared where id = ${id}`);
}
