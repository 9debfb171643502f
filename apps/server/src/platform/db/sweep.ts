/** Clearing away what has had its time, however much of it a flood has left. */

/** So many rows with one statement: far from its time limit, and nobody waits long for their locks. */
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
