/**
 * Movements of a member's account, in the order in which its balance changed (sql/0002_ledger.sql). Each carries
 * running figures, so a page, a count, a sum or a day's balance costs a few index steps however many movements there
 * are. Days are UTC.
 */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type Queryable, sql } from '../platform/db/db.ts';

/** One posting to a member's account. */
export interface Movement {
  /** Number within the account: 1, 2, 3 … */
  readonly nth: bigint;
  readonly journalId: bigint;
  readonly key: string;
  readonly kind: string;
  readonly reference: string;
  readonly facts: Readonly<Record<string, string>> | null;
  readonly amountMinor: bigint;
  /** The account's balance after the movement. */
  readonly balanceMinor: bigint;
  readonly currency: Currency;
  /** Never earlier than the previous movement's. */
  readonly movedAt: Date;
}

/** Movements of one kind and direction. */
export interface MovementSort {
  readonly kind: string;
  readonly incoming: boolean;
}

/** An account's movements in a period: numbers above `before`, up to `last`. */
export interface MovementRange {
  readonly accountId: bigint;
  readonly before: bigint;
  readonly last: bigint;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

/** `from` inclusive, `to` exclusive. */
export interface Period {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/**
 * The movements of an account in a period so far. Later movements do not change the result, as they are numbered in
 * commit order. Undefined when the account was never opened.
 */
export function spanOf(db: Queryable, account: string, { from, to }: Period) {
  return db.first(sql<MovementRange>`
    select a.id as "accountId", coalesce(opening.nth, 0) as before,
      greatest(coalesce(closing.nth, 0), coalesce(opening.nth, 0)) as last,
      coalesce(opening.balance, 0) as "openingMinor",
      case when coalesce(closing.nth, 0) > coalesce(opening.nth, 0) then closing.balance
        else coalesce(opening.balance, 0) end as "closingMinor"
    from ledger_accounts a
    left join lateral (
      select m.nth, m.balance from ledger_movements m
      where m.account_id = a.id and m.moved_at < coalesce(${from}::timestamptz, '-infinity')
      order by m.moved_at desc, m.nth desc limit 1) opening on true
    left join lateral (
      select m.nth, m.balance from ledger_movements m
      where m.account_id = a.id and m.moved_at < coalesce(${to}::timestamptz, 'infinity')
      order by m.moved_at desc, m.nth desc limit 1) closing on true
    where a.name = ${account}`);
}

/** Movements with `behind` < nth <= `upTo`, in order. */
export function movementsBetween(
  db: Queryable,
  { accountId }: MovementRange,
  { behind, upTo }: { behind: bigint; upTo: bigint },
): Promise<Movement[]> {
  return db.rows(sql<Movement>`
    select m.nth, m.journal_id as "journalId", j.key, j.kind, j.reference, j.facts,
      m.amount as "amountMinor", m.balance as "balanceMinor", a.currency, m.moved_at as "movedAt"
    from ledger_movements m
    join ledger_accounts a on a.id = m.account_id
    join ledger_journals j on j.owner = m.owner and j.id = m.journal_id
    where m.account_id = ${accountId} and m.nth > ${behind} and m.nth <= ${upTo}
    order by m.nth`);
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

interface Listed {
  readonly movements: Movement[];
  readonly total: number;
}

/** A page of all movements of a range, newest first, in constant time: pages are computed from movement numbers. */
export async function listSpan(
  db: Queryable,
  span: MovementRange,
  { page, limit }: Page,
): Promise<Listed> {
  const skipped = BigInt(page - 1) * BigInt(limit);
  const upTo = span.last - skipped;
  const behind = upTo - BigInt(limit) > span.before ? upTo - BigInt(limit) : span.before;
  const movements = upTo > behind ? await movementsBetween(db, span, { behind, upTo }) : [];
  return { movements: movements.reverse(), total: Number(span.last - span.before) };
}

/** The kinds and directions in which an account ever moved; one index step each. */
export function sortsOf(
  db: Queryable,
  { accountId }: Pick<MovementRange, 'accountId'>,
): Promise<MovementSort[]> {
  return db.rows(sql<MovementSort>`
    with recursive sorts (kind, incoming) as (
      (select kind, incoming from ledger_movements where account_id = ${accountId}
        order by kind, incoming limit 1)
      union all
      select next.kind, next.incoming from sorts cross join lateral (
        select m.kind, m.incoming from ledger_movements m
        where m.account_id = ${accountId} and (m.kind, m.incoming) > (sorts.kind, sorts.incoming)
        order by m.kind, m.incoming limit 1) next)
    select kind, incoming from sorts`);
}

/**
 * A page of the movements of some kinds in a range, newest first. Counting takes two index steps per kind; a deep page
 * scans the index up to it.
 */
export async function listSorts(
  db: Queryable,
  { accountId, before, last }: MovementRange,
  { sorts, page, limit }: Page & { sorts: readonly MovementSort[] },
): Promise<Listed> {
  const kinds = sorts.map(({ kind }) => kind);
  const ways = sorts.map(({ incoming }) => incoming);
  const [movements, { total }] = await Promise.all([
    db.rows(sql<Movement>`
      select m.nth, m.journal_id as "journalId", j.key, j.kind, j.reference, j.facts,
        m.amount as "amountMinor", m.balance as "balanceMinor", a.currency, m.moved_at as "movedAt"
      from (
        select found.nth
        from unnest(${kinds}::text[], ${ways}::boolean[]) as wanted (kind, incoming)
        cross join lateral (
          select m.nth from ledger_movements m
          where (m.account_id, m.kind, m.incoming, m.nth)
              > (${accountId}, wanted.kind, wanted.incoming, ${before})
            and (m.account_id, m.kind, m.incoming, m.nth)
              <= (${accountId}, wanted.kind, wanted.incoming, ${last})
          order by m.account_id desc, m.kind desc, m.incoming desc, m.nth desc
          limit ${page * limit}) found
        order by found.nth desc limit ${limit} offset ${(page - 1) * limit}) page
      join ledger_movements m on m.account_id = ${accountId} and m.nth = page.nth
      join ledger_accounts a on a.id = m.account_id
      join ledger_journals j on j.owner = m.owner and j.id = m.journal_id
      order by m.nth desc`),
    db.one(sql<{ total: number }>`
      select coalesce(sum(until.kind_nth - coalesce(earlier.kind_nth, 0)), 0)::float8 as total
      from unnest(${kinds}::text[], ${ways}::boolean[]) as wanted (kind, incoming)
      cross join lateral ledger_alike(${accountId}, wanted.kind, wanted.incoming, ${last}) until
      left join lateral ledger_alike(${accountId}, wanted.kind, wanted.incoming, ${before}) earlier
        on true`),
  ]);
  return { movements, total };
}

/** Incoming and outgoing sums of a range; both zero or more. */
export async function turnoverOf(
  db: Queryable,
  span: MovementRange,
): Promise<{ inMinor: bigint; outMinor: bigint }> {
  const sorts = await sortsOf(db, span);
  const sums = await db.rows(sql<{ incoming: boolean; amountMinor: bigint }>`
    select wanted.incoming,
      sum(until.kind_total - coalesce(earlier.kind_total, 0))::bigint as "amountMinor"
    from unnest(${sorts.map(({ kind }) => kind)}::text[],
      ${sorts.map(({ incoming }) => incoming)}::boolean[]) as wanted (kind, incoming)
    cross join lateral ledger_alike(${span.accountId}, wanted.kind, wanted.incoming, ${span.last}) until
    left join lateral ledger_alike(${span.accountId}, wanted.kind, wanted.incoming, ${span.before})
      earlier on true
    group by wanted.incoming`);
  const sumOf = (incoming: boolean) =>
    sums.find((sum) => sum.incoming === incoming)?.amountMinor ?? 0n;
  return { inMinor: sumOf(true), outMinor: -sumOf(false) };
}

/** The balance before each of these moments, such as the ends of days. */
export function balancesAt(
  db: Queryable,
  { accountId }: Pick<MovementRange, 'accountId'>,
  ends: readonly Date[],
) {
  return db.rows(sql<{ at: Date; balanceMinor: bigint }>`
    select ends.at, coalesce(m.balance, 0) as "balanceMinor"
    from unnest(${ends}::timestamptz[]) as ends (at)
    left join lateral (
      select balance from ledger_movements
      where account_id = ${accountId} and moved_at < ends.at
      order by moved_at desc, nth desc limit 1) m on true
    order by ends.at`);
}

/** Non-zero sums by kind and direction between successive moments; `at` is the start of each interval. */
export function sumsBetween(
  db: Queryable,
  { accountId }: Pick<MovementRange, 'accountId'>,
  { sorts, moments }: { sorts: readonly MovementSort[]; moments: readonly Date[] },
) {
  return db.rows(sql<MovementSort & { at: Date; amountMinor: bigint }>`
    with bounds as (
      select ends.at, coalesce(m.nth, 0) as nth
      from unnest(${moments}::timestamptz[]) as ends (at)
      left join lateral (
        select nth from ledger_movements where account_id = ${accountId} and moved_at < ends.at
        order by moved_at desc, nth desc limit 1) m on true),
    totals as (
      select bounds.at, sorts.kind, sorts.incoming, coalesce(until.kind_total, 0) as total
      from bounds
      cross join unnest(${sorts.map(({ kind }) => kind)}::text[],
        ${sorts.map(({ incoming }) => incoming)}::boolean[]) as sorts (kind, incoming)
      left join lateral ledger_alike(${accountId}, sorts.kind, sorts.incoming, bounds.nth) until
        on true),
    sums as (
      select lag(at) over since as at, kind, incoming, total - lag(total) over since as amount
      from totals window since as (partition by kind, incoming order by at))
    select at, kind, incoming, amount::bigint as "amountMinor" from sums where amount <> 0
    order by 1, 2, 3`);
}

/** The time of an account's first movement and the current time; undefined without movements. */
export function lifeOf(db: Queryable, { accountId }: Pick<MovementRange, 'accountId'>) {
  return db.first(sql<{ first: Date; now: Date }>`
    select moved_at as first, app_now() as now from ledger_movements
    where account_id = ${accountId} and nth = 1`);
}
