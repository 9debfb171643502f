/** Runs one kind of work one turn at a time, however often it is asked for. */
import type { Log } from '../../platform/log.ts';

export interface Turns {
  /** Resolves after a turn that began after this call. */
  now(): Promise<void>;
  /** A turn within a moment; many calls in that moment are one turn. A failure is logged. */
  soon(): void;
  /** No further turns; resolves when the last one is over. */
  stop(): Promise<void>;
}

const momentMs = 50;

/** Takes turns at `work`, and one by itself every `everyMs`. */
export function takeTurns(
  work: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: Log },
): Turns {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let moment: NodeJS.Timeout | undefined;
  let stopped = false;

  const run = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const now = (): Promise<void> => {
    if (!running) return run();
    // Whether the turn before failed is for those who asked for it.
    next ??= running.then(run, run);
    return next;
  };
  const soon = () => {
    moment ??= setTimeout(() => {
      moment = undefined;
      now().catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'the catalogue could not be read, trying again');
      });
    }, momentMs);
  };
  const timer = setInterval(soon, everyMs);
  return {
    now,
    soon() {
      if (!stopped) soon();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(moment);
      await Promise.allSettled([running, next]);
    },
  };
}
