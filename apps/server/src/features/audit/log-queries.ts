/** SQL that reads the audit log. */
import { type Queryable, sql, statement } from '../../platform/db/db.ts';

export interface StoredEntry {
  readonly id: bigint;
  readonly actor: string;
  readonly deed: string;
  readonly subject: string;
  readonly at: Date;
}

/** From the beginning of one day to the end of another, UTC. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The numbers of the first and the last entry of a span; of none when it has no entry. */
export const numbersOf = (db: Queryable, { from, to }: DaySpan) =>
  db.one(sql<{ first: bigint; last: bigint }>`
    -- Not by the index of numbers, which would be read from its end to the span.
    select coalesce(min(id + 0), 1) as first, coalesce(max(id + 0), 0) as last from audit_entries
    where created_at >= ${from}::date::timestamp at time zone 'UTC'
      and created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`);

interface Search {
  /** Nothing of what is empty. */
  readonly wanted: Readonly<Record<'actor' | 'deed' | 'subject', string | undefined>>;
  /** Only numbers from `first` and below `before`. */
  readonly first: bigint;
  readonly before: bigint;
}

/** Entries that a search finds, newest first, in the order of the index that has what is asked for. */
export function findEntries(
  db: Queryable,
  { wanted, first, before }: Search,
  most: number,
): Promise<StoredEntry[]> {
  const { subject } = wanted;
  const given = (['subject', 'actor', 'deed'] as const).filter((column) => wanted[column]);
  const values = given.map((column) => wanted[column]);
  // One object has few entries; the others are filtered out of them.
  const led = subject ? 1 : given.length;
  const keys = [...given.slice(0, led), 'id'];
  const places = given.map((_, n) => `$${n + 4}`);
  const bound = (id: string) => `(${[...places.slice(0, led), id].join(', ')})`;
  const filters = given.slice(led).map((column, n) => `and ${column} = ${places[n + led]}`);
  return db.rows(
    statement<StoredEntry>(
      `select id, actor, deed, subject, created_at as at from audit_entries
       where (${keys.join(', ')}) >= ${bound('$1')} and (${keys.join(', ')}) < ${bound('$2')}
         ${filters.join(' ')} ${subject ? "and subject <> ''" : ''}
       order by ${keys.map((key) => `${key} desc`).join(', ')} limit $3`,
      [first, before, most, ...values],
    ),
  );
}

/** Entries by number with their facts as text, oldest first. */
export const entriesFrom = (
  db: Queryable,
  { first, last, most }: { first: bigint; last: bigint; most: number },
) =>
  db.rows(sql<StoredEntry & { facts: string }>`
    select id, actor, deed, subject, created_at as at, facts::text as facts from audit_entries
    where id between ${first} and ${last} order by id limit ${most}`);

export const findEntry = (db: Queryable, id: bigint) =>
  db.first(sql<StoredEntry & { facts: Record<string, unknown>; hash: Buffer }>`
    select id, actor, deed, subject, created_at as at, facts, hash from audit_entries where id = ${id}`);

/** Each who is in the log, found by jumps in the index. */
export const listActors = (db: Queryable) =>
  db.rows(sql<{ name: string }>`
    with recursive found as (
      (select actor as name from audit_entries order by actor limit 1)
      union all
      select (select actor from audit_entries where actor > found.name order by actor limit 1)
      from found where found.name is not null
    )
    select name from found where name is not null limit 500`);

/** The same of what is done. */
export const listDeeds = (db: Queryable) =>
  db.rows(sql<{ name: string }>`
    with recursive found as (
      (select deed as name from audit_entries order by deed limit 1)
      union all
      select (select deed from audit_entries where deed > found.name order by deed limit 1)
      from found where found.name is not null
    )
    select name from found where name is not null limit 500`);
