import { type Queryable, statement } from './db.ts';

/** What waits in a queue of the back office. */
export interface Waiting {
  /** Counted up to `mostCounted`. */
  readonly count: number;
  readonly oldestAt: Date | null;
  /** The newest of those that were counted. */
  readonly newestAt: Date | null;
}

const mostCounted = 1_000;

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
