/** Deletes expired rows in small batches, however many there are. */
import { type Queryable, statement } from './db.ts';

/** Rows per statement: far from the statement timeout, and locks are short. */
const atOnce = 1_000;

/** Deletes or marks at most `most` rows, found by an index and not in others' hands; answers how many. */
export type SweepStep = (most: number) => Promise<number>;

/** Does each step until nothing is left for it, or a stop is asked for. What was done by then stays done. */
export async function sweepAll(
  stopping: AbortSignal | undefined,
  ...steps: readonly SweepStep[]
): Promise<void> {
  for (const step of steps) {
    let swept = atOnce;
    while (swept === atOnce && !stopping?.aborted) swept = await step(atOnce);
  }
}

/** A step that deletes rows whose time in `column`, by which an index finds them, is `age` ago, and for which `also` holds. */
export const deleteOld =
  (
    db: Queryable,
    deed: `delete from ${string}`,
    column: string,
    { age = '0', also = 'true' } = {},
  ): SweepStep =>
  (most) =>
    db.run(
      statement(
        `${deed} where ctid = any(array(
          select ctid ${deed.slice('delete '.length)}
          where ${also} and ${column} < app_now() - interval '${age}'
          order by ${column} limit $1 for update skip locked))`,
        [most],
      ),
    );
