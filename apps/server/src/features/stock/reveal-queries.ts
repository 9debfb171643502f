/** Reveals of codes to their owner, and their log. */
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

export interface SealedCode {
  id: bigint;
  cardId: string;
  lineId: string;
  serial: string;
  content: Buffer;
  viewedAt: Date;
  validUntil: string | null;
}

/** Marks sold codes as viewed, keeping the first time, and returns them encrypted. */
export function markViewed(
  tx: Tx,
  {
    memberId,
    lineIds,
    codeIds,
  }: { memberId: string; lineIds: readonly string[]; codeIds?: readonly bigint[] },
): Promise<SealedCode[]> {
  return tx.rows(sql<SealedCode>`
    update codes set viewed_at = coalesce(viewed_at, app_now())
    where line_id = any(${lineIds}::text[]) and member_id = ${memberId} and state = 'sold'
      and (${codeIds === undefined} or id = any(${codeIds ?? []}::bigint[]))
    returning id, card_id as "cardId", line_id as "lineId", serial, content,
      viewed_at as "viewedAt", valid_until::text as "validUntil"`);
}

export interface Reveal {
  cardId: bigint;
  serial: string;
  kind: 'view' | 'download' | 'staff';
  createdAt: Date;
}

/** Logs reveals of codes with session and IP address; entries are never deleted. */
export async function logReveals(
  tx: Tx,
  reveal: {
    memberId: string;
    orderId: string;
    codeIds: readonly bigint[];
    kind: 'view' | 'download';
    address: string;
    sessionId: string;
    proven: boolean;
  },
): Promise<void> {
  await tx.run(sql`
    insert into code_reveals (member_id, order_id, code_id, kind, address, session_id, proven)
    select ${reveal.memberId}, ${reveal.orderId}, id, ${reveal.kind}, ${reveal.address},
      ${reveal.sessionId}, ${reveal.proven}
    from unnest(${reveal.codeIds}::bigint[]) as id`);
}

/** A page of the log of an order’s reveals, newest first, and their number. */
export async function pageOfReveals(
  db: Queryable,
  {
    memberId,
    orderId,
    page,
    limit,
  }: Record<'memberId' | 'orderId', string> & Record<'page' | 'limit', number>,
): Promise<{ reveals: Reveal[]; total: number }> {
  const [reveals, { total }] = await Promise.all([
    db.rows(sql<Reveal>`
      select r.code_id as "cardId", c.serial, r.kind, r.created_at as "createdAt"
      from code_reveals r join codes c on c.id = r.code_id
      where r.member_id = ${memberId} and r.order_id = ${orderId}
      order by r.id desc limit ${limit} offset ${(page - 1) * limit}`),
    db.one(sql<{ total: number }>`
      select count(*)::int as total from code_reveals
      where member_id = ${memberId} and order_id = ${orderId}`),
  ]);
  return { reveals, total };
}

/** A reveal as staff sees it. */
export type WholeReveal = Reveal & { address: string; operator: string | null };

/** The newest reveals of an order. */
export function revealsOf(
  db: Queryable,
  { memberId, orderId }: Record<'memberId' | 'orderId', string>,
  limit: number,
): Promise<WholeReveal[]> {
  return db.rows(sql<WholeReveal>`
    select r.code_id as "cardId", c.serial, r.kind, r.created_at as "createdAt", r.address, r.operator
    from code_reveals r join codes c on c.id = r.code_id
    where r.member_id = ${memberId} and r.order_id = ${orderId}
    order by r.id desc limit ${limit}`);
}

/** The newest reveals of a code. */
export function revealsOfCode(
  db: Queryable,
  { memberId, orderId, codeId }: { memberId: string; orderId: string; codeId: bigint },
  limit: number,
): Promise<Omit<WholeReveal, 'cardId' | 'serial' | 'operator'>[]> {
  return db.rows(sql<Omit<WholeReveal, 'cardId' | 'serial' | 'operator'>>`
    select kind, created_at as "createdAt", address from code_reveals
    where member_id = ${memberId} and order_id = ${orderId} and code_id = ${codeId}
    order by id desc limit ${limit}`);
}

/** A sold code of a member's order, encrypted; undefined when there is none. */
export function sealedOf(tx: Tx, of: { memberId: string; orderId: string; codeId: bigint }) {
  return tx.first(sql<Omit<SealedCode, 'viewedAt'>>`
    select c.id, c.card_id as "cardId", c.line_id as "lineId", c.serial, c.content,
      c.valid_until::text as "validUntil"
    from codes c join order_lines l on l.member_id = c.member_id and l.order_id = ${of.orderId} and l.id = c.line_id
    where c.id = ${of.codeId} and c.member_id = ${of.memberId} and c.state = 'sold'`);
}

/** Logs that an operator was shown a code. */
export async function logStaffReveal(
  tx: Tx,
  {
    memberId,
    orderId,
    codeId,
    operator,
  }: Record<'memberId' | 'orderId' | 'operator', string> & {
    codeId: bigint;
  },
): Promise<void> {
  await tx.run(sql`
    insert into code_reveals (member_id, order_id, code_id, kind, address, operator)
    values (${memberId}, ${orderId}, ${codeId}, 'staff', '', ${operator})`);
}
