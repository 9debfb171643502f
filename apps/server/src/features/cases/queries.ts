import type { Queue } from '@giftlane/contract/office/cases.ts';
import { type Queryable, sql } from '../../platform/db/db.ts';

export interface CaseKey {
  readonly queue: Queue;
  readonly id: string;
}

interface Held {
  readonly id: string;
  readonly operatorId: string;
  readonly name: string;
  readonly until: Date;
}

/** Holds a case for an operator for some minutes more; false when another operator holds it. */
export async function takeCase(
  db: Queryable,
  { queue, id, operatorId, minutes }: CaseKey & { operatorId: string; minutes: number },
): Promise<boolean> {
  const taken = await db.run(sql`
    insert into office_cases as held (queue, id, operator_id, until)
    values (${queue}, ${id}, ${operatorId}, app_now() + make_interval(mins => ${minutes}))
    on conflict (queue, id) do update set operator_id = excluded.operator_id, until = excluded.until
    where held.operator_id = excluded.operator_id or held.until <= app_now()`);
  return taken === 1;
}

/** The cases of a queue that are held now, at most 200. */
export function heldIn(db: Queryable, queue: Queue): Promise<Held[]> {
  return db.rows(sql<Held>`
    select c.id, c.operator_id as "operatorId", coalesce(nullif(o.name, ''), o.email) as name, c.until
    from office_cases c join operators o on o.id = c.operator_id
    where c.queue = ${queue} and c.until > app_now() order by c.until desc limit 200`);
}

/** Who holds which cases, as text that changes with it. */
export async function holdsNow(db: Queryable): Promise<string> {
  const { holds } = await db.one(sql<{ holds: string }>`
    select coalesce(string_agg(concat_ws(' ', queue, id, operator_id), ',' order by queue, id), '') as holds
    from office_cases where until > app_now()`);
  return holds;
}

/** Who holds a case now. */
export function holderOf(db: Queryable, { queue, id }: CaseKey) {
  return db.first(sql<Held>`
    select c.id, c.operator_id as "operatorId", coalesce(nullif(o.name, ''), o.email) as name, c.until
    from office_cases c join operators o on o.id = c.operator_id
    where c.queue = ${queue} and c.id = ${id} and c.until > app_now()`);
}

/** Lets a case go that the operator holds. */
export async function dropCase(
  db: Queryable,
  { queue, id, operatorId }: CaseKey & { operatorId: string },
): Promise<void> {
  await db.run(sql`
    delete from office_cases where queue = ${queue} and id = ${id} and operator_id = ${operatorId}`);
}

/** Deletes what has been over for an hour. */
export async function dropOldCases(db: Queryable): Promise<void> {
  await db.run(sql`delete from office_cases where until < app_now() - interval '1 hour'`);
}
