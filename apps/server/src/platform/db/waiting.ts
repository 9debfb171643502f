import { type Queryable, statement } from './db.ts';

/** What waits in a queue of the back office. */
export interface Waiting {
  /** Counted up to `mostCounted`. */
  readonly count: number;
  readonly oldestAt: Date | null;
  /** The newest of those that were counted. */
  readonly newestAt: Date | null;
}

export const mostCounted = 1_000;

/** Counts `rows`, a statement of an ordered column `at`. */
export const waitingIn = (
  db: Queryable,
  rows: string,
  values: readonly unknown[] = [],
): Promise<Waiting> =>
  db.one(
    statement<Waiting>(
      `select count(*)::int as count, min(at) as "oldestAt", max(at) as "newestAt"
      from (${rows} limit ${mostCounted}) waiting`,
      values,
    ),
  );

/** The same of rows that were read, the oldest first. */
export const waitingOf = (rows: readonly { readonly at: Date }[]): Waiting => ({
  count: rows.length,
  oldestAt: rows[0]?.at ?? null,
  newestAt: rows.at(-1)?.at ?? null,
});
