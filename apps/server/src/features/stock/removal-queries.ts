/** The SQL of codes that operators take out of stock. */
import type { removalKinds } from '@giftlane/contract/office/stock.ts';
import { type Queryable, sql, statement, type Tx } from '../../platform/db/db.ts';

export interface Removal {
  id: string;
  kind: (typeof removalKinds)[number];
  batchId: string | null;
  cardId: string | null;
  serials: string[] | null;
  of: string;
  reason: string;
  asked: number;
  needsSecond: boolean;
  askedBy: string;
  askedAt: Date;
  decidedBy: string | null;
  accepted: boolean | null;
  removed: number | null;
  file: boolean;
}

/** Which codes a removal is about: those of a batch, or of a card by serials. */
export type Scope = Pick<Removal, 'batchId' | 'cardId' | 'serials'>;

const select = `
  select r.id, r.kind, r.batch_id as "batchId", r.card_id as "cardId", r.serials, r.reason, r.asked,
    coalesce(s.source, b.title) as of, r.needs_second as "needsSecond", r.asked_by as "askedBy",
    r.asked_at as "askedAt", r.decided_by as "decidedBy", r.accepted, r.removed,
    (r.kind = 'export' and r.removed > 0 and r.decided_at > app_now() - interval '1 day') is true
      as file
  from code_removals r left join code_batches s on s.id = r.batch_id
  left join cards c on c.id = r.card_id left join brands b on b.id = c.brand_id`;

export function findRemoval(db: Queryable, id: string): Promise<Removal | undefined> {
  return db.first(statement<Removal>(`${select} where r.id = $1`, [id]));
}

/** The newest removals before one of them; all, or those that wait for a second person. */
export function removalsBefore(
  db: Queryable,
  { waiting, before, most }: { waiting: boolean; before: string; most: number },
): Promise<Removal[]> {
  const also = waiting ? 'and r.needs_second and r.decided_at is null' : '';
  return db.rows(
    statement<Removal>(
      `${select} where (r.asked_at, r.id) < (
        coalesce((select asked_at from code_removals where id = $1), 'infinity'), $1) ${also}
      order by r.asked_at desc, r.id desc limit $2`,
      [before, most],
    ),
  );
}

/** Free codes that a removal is about. */
export async function countScope(db: Queryable, { batchId, cardId, serials }: Scope) {
  const { free } = await db.one(
    batchId
      ? sql<{ free: number }>`
          select count(*)::int as free from codes where batch_id = ${batchId} and state = 'free'`
      : sql<{ free: number }>`
          select count(*)::int as free from codes
          where card_id = ${cardId} and serial = any(${serials}::text[]) and state = 'free'`,
  );
  return free;
}

/** Codes that an operator voided alone within a day; others of theirs wait until the transaction ends. */
export async function voidedAlone(tx: Tx, operatorId: string): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`removals ${operatorId}`}, 0))`);
  const { codes } = await tx.one(sql<{ codes: number }>`
    select coalesce(sum(asked), 0)::int as codes from code_removals
    where asked_by = ${operatorId} and not needs_second
      and asked_at > app_now() - interval '1 day'`);
  return codes;
}

export async function insertRemoval(
  tx: Tx,
  removal: Scope & Pick<Removal, 'id' | 'kind' | 'reason' | 'asked' | 'needsSecond' | 'askedBy'>,
): Promise<void> {
  const { id, kind, batchId, cardId, serials, reason, asked, needsSecond, askedBy } = removal;
  await tx.run(sql`
    insert into code_removals (id, kind, batch_id, card_id, serials, reason, asked, needs_second,
      asked_by)
    values (${id}, ${kind}, ${batchId}, ${cardId}, ${serials}, ${reason}, ${asked}, ${needsSecond},
      ${askedBy})`);
}

/** Stores the decision of somebody else; answers whether it was still open. */
export async function decide(
  tx: Tx,
  { id, accepted, operatorId }: { id: string; accepted: boolean; operatorId: string },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update code_removals set accepted = ${accepted}, decided_by = ${operatorId},
      decided_at = app_now()
    where id = ${id} and needs_second and decided_at is null`);
  return changed > 0;
}

/**
 * Takes the codes of a removal out of stock that are free; answers how many. Those in a purchase's hands are waited for,
 * in the order in which purchases take them.
 */
export async function removeCodes(tx: Tx, { id, batchId, cardId, serials }: Removal) {
  const removed = await tx.run(
    batchId
      ? sql`
          with found as (select id from codes where batch_id = ${batchId} and state = 'free'
            order by card_id collate "C", id for update)
          update codes set state = 'void', removal_id = ${id}
          from found where codes.id = found.id and state = 'free'`
      : sql`
          with found as (select id from codes where card_id = ${cardId}
            and serial = any(${serials}::text[]) and state = 'free' order by id for update)
          update codes set state = 'void', removal_id = ${id}
          from found where codes.id = found.id and state = 'free'`,
  );
  await tx.run(sql`update code_removals set removed = ${removed} where id = ${id}`);
  return removed;
}

/** The encrypted codes that a removal took out. */
export function codesOfRemoval(db: Queryable, id: string) {
  return db.rows(sql<{
    id: bigint;
    cardId: string;
    serial: string;
    content: Buffer;
    validUntil: string | null;
  }>`
    select id, card_id as "cardId", serial, content, valid_until::text as "validUntil"
    from codes where removal_id = ${id} order by id`);
}
