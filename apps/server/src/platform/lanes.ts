/**
 * Work that would wait for its like in the database, each with a connection of its own, waits here
 * instead: so much of it may run at once, in the order it came.
 */
import { Refusal } from './refusal.ts';

export interface Lanes {
  /** Runs `work` when its lane has room; refuses `request.throttled` when too much waits there. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  busy: number;
  readonly waiting: (() => void)[];
}

/** Makes lanes in which `width` run at once and `mostWaiting` wait. */
export function makeLanes({ width, mostWaiting }: { width: number; mostWaiting: number }): Lanes {
  const lanes = new Map<string, Lane>();

  const enter = async (lane: Lane): Promise<void> => {
    if (lane.busy < width) lane.busy += 1;
    else if (lane.waiting.length >= mostWaiting)
      throw new Refusal('request.throttled', { retryAfterSeconds: 1 });
    else await new Promise<void>((go) => lane.waiting.push(go));
  };
  /** Whoever waits first takes the place over. */
  const leave = (name: string, lane: Lane): void => {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.busy -= 1;
    if (lane.busy === 0) lanes.delete(name);
  };

  return {
    async run(name, work) {
      const lane = lanes.get(name) ?? { busy: 0, waiting: [] };
      lanes.set(name, lane);
      await enter(lane);
      try {
        return await work();
      } finally {
        leave(name, lane);
      }
    },
  };
}
