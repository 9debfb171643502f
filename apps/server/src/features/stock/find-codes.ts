/** Codes as staff finds and lists them, without their content. */
import { type Queryable, sql } from '../../platform/db/db.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { endPrint, tailLength, tailText } from './rules.ts';

/** A code that belongs to a line of an order, or did until it was voided. */
export interface FoundCode {
  readonly id: bigint;
  readonly serial: string;
  readonly state: 'reserved' | 'sold' | 'void';
  readonly memberId: string;
  readonly orderId: string;
  readonly title: string;
}

/** Codes with this serial, the newest first. */
export function codesBySerial(db: Queryable, serial: string, limit: number): Promise<FoundCode[]> {
  return db.rows(sql<FoundCode>`
    select c.id, c.serial, c.state, l.member_id as "memberId", l.order_id as "orderId", l.title
    from (select id, serial, state, member_id, line_id from codes where serial = ${serial} and line_id is not null
      order by id desc limit ${limit}) c join order_lines l on l.member_id = c.member_id and l.id = c.line_id
    order by c.id desc`);
}

/**
 * Codes whose last four characters are these, the newest first; others are not searched for. Those that were loaded
 * before there were fingerprints wait for a chore.
 */
export function codesByEnd(
  db: Queryable,
  keys: KeyRing,
  { end, limit }: { end: string; limit: number },
): Promise<FoundCode[]> {
  if (tailText(end).length !== tailLength) return Promise.resolve([]);
  return db.rows(sql<FoundCode>`
    select c.id, c.serial, c.state, l.member_id as "memberId", l.order_id as "orderId", l.title
    from (select id, serial, state, member_id, line_id from codes
      where tail = ${endPrint(keys, end)} and line_id is not null order by id desc limit ${limit}) c
    join order_lines l on l.member_id = c.member_id and l.id = c.line_id
    order by c.id desc`);
}

/** Codes that were taken, with the name of the sheet each came with. */
export const takenCodes = (db: Queryable, ids: readonly bigint[]) =>
  db.rows(sql<ListedCode & { cardId: string; memberId: string; source: string }>`
    select c.id, c.card_id as "cardId", c.member_id as "memberId", c.line_id as "lineId", c.serial, c.state,
      c.viewed_at as "viewedAt", c.valid_until::text as "validUntil", b.source
    from codes c join code_batches b on b.id = c.batch_id
    where c.id = any(${ids}::bigint[]) and c.line_id is not null`);

/** A code of an order's page. */
export interface ListedCode {
  readonly id: bigint;
  readonly lineId: string;
  readonly serial: string;
  readonly state: FoundCode['state'];
  readonly viewedAt: Date | null;
  readonly validUntil: string | null;
}

/** Codes of lines in the order of lines and codes, from behind the code `after`. */
export function codesOfLines(
  db: Queryable,
  lineIds: readonly string[],
  { after, limit }: { after: bigint; limit: number },
): Promise<ListedCode[]> {
  return db.rows(sql<ListedCode>`
    select id, line_id as "lineId", serial, state, viewed_at as "viewedAt", valid_until::text as "validUntil"
    from codes where line_id = any(${lineIds}::text[])
      and (line_id, id) > (coalesce((select line_id from codes where id = ${after}), ''), ${after})
    order by line_id, id limit ${limit}`);
}
