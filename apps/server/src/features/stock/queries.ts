/** Codes by card and by line: taken, sold, released, counted. */
import { type Queryable, sql, statement, type Tx } from '../../platform/db/db.ts';

/** A code in lists, without its content. */
export interface HeldCode {
  id: bigint;
  lineId: string;
  serial: string;
  viewedAt: Date | null;
}

/** Codes of a card wanted for a line of a member's order. */
export interface Want {
  readonly memberId: string;
  readonly lineId: string;
  readonly cardId: string;
  readonly quantity: number;
}

export type CodeState = 'reserved' | 'sold';

/** Gives each want its range, `first` up to before `past`, of the codes picked of its card. */
function sideBySide(wants: readonly Want[]) {
  const codes = new Map<string, number>();
  const shares = wants.map((want) => {
    const first = codes.get(want.cardId) ?? 0;
    const past = first + want.quantity;
    codes.set(want.cardId, past);
    return { ...want, first, past };
  });
  return { shares, codes };
}

/** Takes free, unlocked codes of all cards in one statement; may find fewer than wanted. */
export function takeUnlocked(
  tx: Tx,
  wants: readonly Want[],
  state: CodeState,
): Promise<HeldCode[]> {
  const { shares, codes } = sideBySide(wants);
  return tx.rows(sql<HeldCode>`
    with picked as (
      select free.id, wanted.card_id,
        row_number() over (partition by wanted.card_id order by free.id) - 1 as nth
      from unnest(${[...codes.keys()]}::text[], ${[...codes.values()]}::int[])
        as wanted (card_id, codes)
      cross join lateral (
        select id from codes where card_id = wanted.card_id and state = 'free'
          and (expires_at is null or expires_at > app_now())
        order by id limit wanted.codes for update skip locked) free)
    update codes set state = ${state}, line_id = share.line_id, member_id = share.member_id
    from picked join unnest(${shares.map((s) => s.memberId)}::text[],
        ${shares.map((s) => s.lineId)}::text[], ${shares.map((s) => s.cardId)}::text[],
        ${shares.map((s) => s.first)}::int[], ${shares.map((s) => s.past)}::int[])
        as share (member_id, line_id, card_id, first, past)
      on share.card_id = picked.card_id and picked.nth >= share.first and picked.nth < share.past
    where codes.id = picked.id
    returning codes.id, codes.line_id as "lineId", codes.serial, codes.viewed_at as "viewedAt"`);
}

/** Takes free codes of one card in the order of ids, waiting for locked ones. */
export function takeWaiting(tx: Tx, want: Want, state: CodeState): Promise<HeldCode[]> {
  return tx.rows(sql<HeldCode>`
    with picked as (
      select id from codes where card_id = ${want.cardId} and state = 'free'
        and (expires_at is null or expires_at > app_now())
      order by id limit ${want.quantity} for update)
    update codes set state = ${state}, line_id = ${want.lineId}, member_id = ${want.memberId}
    from picked where codes.id = picked.id
    returning codes.id, codes.line_id as "lineId", codes.serial, codes.viewed_at as "viewedAt"`);
}

/** Serialises transactions that wait for codes of a card, so that they can not deadlock. */
export async function queueForCard(tx: Tx, cardId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`stock ${cardId}`}, 0))`);
}

/** Voids a sold code; false when it is not sold. */
export async function voidSold(tx: Tx, id: bigint): Promise<boolean> {
  return (
    (await tx.run(sql`update codes set state = 'void' where id = ${id} and state = 'sold'`)) === 1
  );
}

/** Codes of a card on sale: free and not expired. */
export async function countFree(db: Queryable, cardId: string): Promise<number> {
  const { free } = await db.one(sql<{ free: number }>`
    select count(*)::int as free from codes where card_id = ${cardId} and state = 'free'
      and (expires_at is null or expires_at > app_now())`);
  return free;
}

/** Serialises transactions that compare these cards' stock with what unpaid orders hold of it. */
export async function lockShelves(tx: Tx, cardIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('shelf ' || id, 0))
    from (select id from unnest(${cardIds}::text[]) as id order by id) cards`);
}

/** Codes on sale by card, each counted up to `most`. */
export async function countFreeUpTo(
  db: Queryable,
  cards: readonly { cardId: string; most: number }[],
): Promise<Map<string, number>> {
  const rows = await db.rows(sql<{ cardId: string; free: number }>`
    select card.id as "cardId", counted.free from unnest(${cards.map(({ cardId }) => cardId)}::text[],
      ${cards.map(({ most }) => most)}::int[]) as card (id, most)
    cross join lateral (select count(*)::int as free from (select 1 from codes
      where card_id = card.id and state = 'free'
        and (expires_at is null or expires_at > app_now()) limit card.most) found) counted`);
  return new Map(rows.map(({ cardId, free }) => [cardId, free]));
}

/** Codes on sale of the cards that have fewer than wanted. */
export function fewerThan(db: Queryable, wants: readonly { cardId: string; quantity: number }[]) {
  return db.rows(sql<{ cardId: string; free: number }>`
    select want.card_id as "cardId", free.codes::int as free
    from unnest(${wants.map(({ cardId }) => cardId)}::text[],
      ${wants.map(({ quantity }) => quantity)}::int[]) as want (card_id, quantity)
    cross join lateral (select count(*) as codes from (select 1 from codes
      where card_id = want.card_id and state = 'free'
        and (expires_at is null or expires_at > app_now()) limit want.quantity) counted) free
    where free.codes < want.quantity`);
}

/** Voids the reserved codes of lines that have expired. */
export async function voidExpired(tx: Tx, lineIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update codes set state = 'void'
    where line_id = any(${lineIds}::text[]) and state = 'reserved' and expires_at <= app_now()`);
}

/** Sells the reserved codes of lines; returns those sold now. */
export function sellReserved(tx: Tx, lineIds: readonly string[]): Promise<HeldCode[]> {
  return tx.rows(sql<HeldCode>`
    update codes set state = 'sold' where line_id = any(${lineIds}::text[]) and state = 'reserved'
    returning id, line_id as "lineId", serial, viewed_at as "viewedAt"`);
}

/** Releases the reserved codes of lines; returns their number. */
export function freeReserved(tx: Tx, lineIds: readonly string[]): Promise<number> {
  return tx.run(sql`
    update codes set state = 'free', line_id = null, member_id = null
    where line_id = any(${lineIds}::text[]) and state = 'reserved'`);
}

/** Voids a line's sold codes that were never viewed; returns their number. Viewed ones stay their owner's. */
export function voidUnviewed(tx: Tx, lineId: string): Promise<number> {
  return tx.run(sql`
    update codes set state = 'void' where line_id = ${lineId} and state = 'sold'
      and viewed_at is null`);
}

/** Sold codes of each line, and how many of them were viewed. */
export function countByLine(db: Queryable, lineIds: readonly string[]) {
  return db.rows(sql<{ lineId: string; codes: number; viewed: number }>`
    select line_id as "lineId", count(*)::int as codes, count(viewed_at)::int as viewed
    from codes where line_id = any(${lineIds}::text[]) and state = 'sold' group by line_id`);
}

/** Lines with a viewed code. Locks the codes, so that none gets viewed before the transaction ends. */
export async function lockViewed(tx: Tx, lineIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(sql<{ lineId: string }>`
    with locked as (
      select line_id, viewed_at from codes
      where line_id = any(${lineIds}::text[]) and state in ('sold', 'void') order by line_id, id for update)
    select distinct line_id as "lineId" from locked where viewed_at is not null`);
  return rows.map(({ lineId }) => lineId);
}

/** The first codes of each line, at most `perLine`. */
export function firstOfLines(db: Queryable, lineIds: readonly string[], perLine: number) {
  return db.rows(sql<HeldCode>`
    select c.id, c.line_id as "lineId", c.serial, c.viewed_at as "viewedAt"
    from unnest(${lineIds}::text[]) as l (id)
    cross join lateral (select id, line_id, serial, viewed_at from codes
      where line_id = l.id and state = 'sold' order by codes.id limit ${perLine}) c`);
}

/** A page of the sold codes of lines, in the order of the lines. */
export function pageOfLines(
  db: Queryable,
  lineIds: readonly string[],
  { page, limit }: { page: number; limit: number },
) {
  return db.rows(sql<HeldCode>`
    select c.id, c.line_id as "lineId", c.serial, c.viewed_at as "viewedAt"
    from unnest(${lineIds}::text[]) with ordinality as l (id, position)
    join codes c on c.line_id = l.id and c.state = 'sold'
    order by l.position, c.id limit ${limit} offset ${(page - 1) * limit}`);
}

export interface Level {
  cardId: string;
  title: string;
  valueMinor: bigint;
  currency: string;
  /** Without expired ones. */
  free: number;
  expired: number;
  reserved: number;
  sold: number;
}

/** Free codes of each card that have expired: those of the time since `stock.expire` ran, in an index of their own. */
const onShelf = `select card_id, count(*) as expired from codes
  where state = 'free' and expires_at is not null and expires_at <= app_now() group by card_id`;

/** Numbers of codes by state, of each card or of one. */
export function levels(db: Queryable, cardId: string | null) {
  return db.rows(
    statement<Level>(
      `select c.id as "cardId", b.title, c.value_minor as "valueMinor", c.currency,
        (coalesce(n.free, 0) - coalesce(e.expired, 0))::int as free,
        coalesce(e.expired, 0)::int as expired,
        coalesce(n.reserved, 0)::int as reserved, coalesce(n.sold, 0)::int as sold
      from cards c join brands b on b.id = c.brand_id
      left join stock_counts n on n.card_id = c.id
      left join (${onShelf}) e on e.card_id = c.id
      where $1::text is null or c.id = $1
      order by b.title, c.currency, c.value_minor`,
      [cardId],
    ),
  );
}

/**
 * Free codes by card, in parts that add up: of cards whose row has changed since `revision`, with its new one, the moves
 * not yet in such rows, and less the expired ones.
 */
export function freeSince(db: Queryable, revision: bigint) {
  return db.rows(
    statement<{ cardId: string; codes: number; revision: bigint | null }>(
      `select card_id as "cardId", free::float8 as codes, revision from card_stock where revision > $1
      union all
      select card_id, free::float8, null from code_moves_by_card where free <> 0
      union all
      select card_id, -expired::float8, null from (${onShelf}) expired`,
      [revision],
    ),
  );
}

/** Codes on sale of all cards. */
export async function countAllFree(db: Queryable): Promise<number> {
  const { free } = await db.one(
    statement<{ free: number }>(
      `select (coalesce((select sum(free) from stock_counts), 0)
        - coalesce((select sum(expired) from (${onShelf}) expired), 0))::float8 as free`,
      [],
    ),
  );
  return free;
}

/** Adds up to `most` moves of codes to the counts of their cards; answers how many. One at a time, so that revisions rise. */
export async function addMoves(tx: Tx, most: number): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('stock counts'))`);
  const { moves } = await tx.one(sql<{ moves: number }>`
    with taken as (
      delete from code_moves where id in (select id from code_moves order by id limit ${most})
      returning card_id, was, state, codes),
    added as (
      insert into card_stock as c (card_id, free, reserved, sold, void, revision)
      select card_id, sum(codes * ((state = 'free')::int - (was is not distinct from 'free')::int)),
        sum(codes * ((state = 'reserved')::int - (was is not distinct from 'reserved')::int)),
        sum(codes * ((state = 'sold')::int - (was is not distinct from 'sold')::int)),
        sum(codes * ((state = 'void')::int - (was is not distinct from 'void')::int)),
        (select coalesce(max(revision), 0) + 1 from card_stock)
      from taken group by card_id
      on conflict (card_id) do update set free = c.free + excluded.free,
        reserved = c.reserved + excluded.reserved, sold = c.sold + excluded.sold,
        void = c.void + excluded.void, revision = excluded.revision)
    select count(*)::int as moves from taken`);
  return moves;
}

/** Voids up to `limit` expired free codes; returns their number. */
export function voidExpiredFree(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    update codes set state = 'void' where id = any(array(
      select id from codes where state = 'free' and expires_at <= app_now()
      order by expires_at limit ${limit} for update skip locked))`);
}

/** Reserved codes of each line; lines without any are absent. */
export function reservedCounts(db: Queryable, lineIds: readonly string[]) {
  return db.rows(sql<{ lineId: string; codes: number }>`
    select line_id as "lineId", count(*)::int as codes from codes
    where line_id = any(${lineIds}::text[]) and state = 'reserved' group by line_id`);
}
