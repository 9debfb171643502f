import type { differenceKinds } from '@giftlane/contract/office/settlements.ts';
import { type Queryable, sql, type Tx } from '../../../platform/db/db.ts';
import type { SettlementFile, SettlementLine } from '../../../providers/payments/port.ts';
import { provider } from '../parts.ts';

/** A file that was read. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly readBy: string;
  readonly createdAt: Date;
  readonly matched: number;
  readonly differences: number;
}

interface NewFile {
  readonly id: string;
  readonly hash: Buffer;
  readonly name: string;
  readonly readBy: string;
}

/** Stores a file; false when it was read before. */
export async function insertFile(
  tx: Tx,
  { id, hash, name, readBy }: NewFile,
  { account, beginsAt, endsAt }: Omit<SettlementFile, 'lines'>,
): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into settlement_files (id, hash, name, account, begins_at, ends_at, read_by)
    values (${id}, ${hash}, ${name}, ${account}, ${beginsAt}, ${endsAt}, ${readBy})
    on conflict (hash) do nothing`);
  return stored === 1;
}

export const fileOfHash = (db: Queryable, hash: Buffer) =>
  db.first(sql<{ id: string }>`select id from settlement_files where hash = ${hash}`);

/**
 * Matches the lines of a file with captures, refunds and reversals, all at once, and stores sums and differences. A
 * transaction that the file has twice is matched once. The books' time of a capture is a moment after the provider's.
 */
export async function matchLines(
  tx: Tx,
  fileId: string,
  lines: readonly SettlementLine[],
): Promise<void> {
  const column = <T>(of: (line: SettlementLine) => T) => lines.map(of);
  await tx.run(sql`
    with line as materialized (
      select *, row_number() over (partition by id, is_payment order by position) as nth
      from unnest(${column(({ id }) => id)}::text[], ${column(({ event }) => event)}::text[],
        ${column(({ isPayment }) => isPayment)}::boolean[], ${column(({ at }) => at)}::timestamptz[],
        ${column(({ amountMinor }) => amountMinor)}::bigint[], ${column(({ currency }) => currency)}::text[],
        ${column(({ feeMinor }) => feeMinor)}::bigint[])
        with ordinality as l (id, event, is_payment, at, minor, currency, fee, position)),
    compared as materialized (
      select l.*, b.minor as books_minor, b.currency as books_currency,
        is_payment and (b.minor, b.currency) is not distinct from (l.minor, l.currency) as is_matched
      from line l left join lateral (
        select amount_minor as minor, currency from payment_captures
          where provider = ${provider} and capture_id = l.id
        union all select reversed_minor - amount_minor, currency from refunds
          where provider = ${provider} and provider_refund_id = l.id and state = 'done'
        union all select -(r.amount_minor + r.beyond_minor), c.currency
          from capture_reversals r join payment_captures c using (provider, capture_id)
          where r.provider = ${provider} and r.id = l.id
        limit 1) b on l.is_payment and l.nth = 1),
    sums as (
      insert into settlement_sums
        (file_id, currency, matched, paid_minor, returned_minor, fee_minor, others, other_minor)
      select ${fileId}, currency, count(*) filter (where is_matched),
        coalesce(sum(minor) filter (where is_matched and minor > 0), 0),
        coalesce(sum(minor) filter (where is_matched and minor < 0), 0),
        sum(fee), count(*) filter (where not is_payment),
        coalesce(sum(minor) filter (where not is_payment), 0)
      from compared group by currency),
    missing as (
      select c.capture_id, c.created_at, c.amount_minor, c.currency
      from settlement_files f
      join payment_captures c on c.created_at >= f.begins_at
        and c.created_at < f.ends_at + interval '1 second'
      where f.id = ${fileId} and c.provider = ${provider}
        and not exists (select 1 from line where line.id = c.capture_id and is_payment)),
    different as (
      select position, case when books_minor is null then 'file_only' else 'amount' end as kind,
        id, event, at, minor, currency, books_minor, books_currency
      from compared where is_payment and not is_matched
      union all
      select 1000000 + row_number() over (order by created_at, capture_id), 'books_only',
        capture_id, '', created_at, null, null, amount_minor, currency from missing)
    insert into settlement_differences (file_id, position, kind, transaction_id, event, at, file_minor,
      file_currency, books_minor, books_currency)
    select ${fileId}, d.* from different d`);
}

/** Files, newest first, before one; or the one with an id. */
export function filesBefore(
  db: Queryable,
  { before, id, most }: { before: string; id: string | null; most: number },
) {
  return db.rows(sql<StoredFile>`
    with page as (
      select * from settlement_files
      where (${id}::text is null or id = ${id})
        and (created_at, id) < (
          coalesce((select created_at from settlement_files where id = ${before}), 'infinity'), ${before})
      order by created_at desc, id desc limit ${most})
    select id, name, account, begins_at as "beginsAt", ends_at as "endsAt", read_by as "readBy",
      created_at as "createdAt",
      (select coalesce(sum(matched), 0)::int from settlement_sums where file_id = p.id) as matched,
      (select count(*)::int from settlement_differences where file_id = p.id) as differences
    from page p order by created_at desc, id desc`);
}

export const sumsOfFile = (db: Queryable, id: string) =>
  db.rows(sql<{
    currency: string;
    matched: number;
    paidMinor: bigint;
    returnedMinor: bigint;
    feeMinor: bigint;
    others: number;
    otherMinor: bigint;
  }>`
    select currency, matched, paid_minor as "paidMinor", returned_minor as "returnedMinor",
      fee_minor as "feeMinor", others, other_minor as "otherMinor"
    from settlement_sums where file_id = ${id} order by currency`);

export interface Difference {
  readonly position: number;
  readonly kind: (typeof differenceKinds)[number];
  readonly transactionId: string;
  readonly event: string;
  readonly at: Date;
  readonly fileMinor: bigint | null;
  readonly fileCurrency: string | null;
  readonly booksMinor: bigint | null;
  readonly booksCurrency: string | null;
}

/** Differences of a file after a position. */
export const differencesAfter = (
  db: Queryable,
  {
    id,
    kind,
    after,
    most,
  }: { id: string; kind: Difference['kind'] | null; after: number; most: number },
) =>
  db.rows(sql<Difference>`
    select position, kind, transaction_id as "transactionId", event, at,
      file_minor as "fileMinor", file_currency as "fileCurrency",
      books_minor as "booksMinor", books_currency as "booksCurrency"
    from settlement_differences
    where file_id = ${id} and position > ${after} and (${kind}::text is null or kind = ${kind})
    order by position limit ${most}`);
