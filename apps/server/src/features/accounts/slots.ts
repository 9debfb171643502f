import { availableParallelism } from 'node:os';
import { Refusal } from '../../platform/refusal.ts';

/** Runs at most `slots` works at once; `waiting` more wait their turn, in the order they came. */
export function makeSlots({ slots, waiting }: { slots: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let busy = 0;
  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= slots) {
      if (queue.length >= waiting) throw new Refusal('request.throttled', { retryAfterSeconds: 1 });
      // Whoever leaves a slot hands it on, so `busy` does not change.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busy += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

/**
 * The slots of password hashes in this process. A hash takes a core and 19 MiB for some 60 ms: half the
 * cores at most, so that a flood of sign-ins leaves the other half to the shop.
 */
export const hashSlot = makeSlots({
  slots: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 64,
});
