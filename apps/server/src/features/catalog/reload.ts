/** Runs one task at a time; calls made during a run share the next one. */
import type { Log } from '../../platform/process/log.ts';

export interface Reloading {
  /** Resolves after a run that began after this call. */
  now(): Promise<void>;
  /** Schedules a run within 50 ms, shared by all calls until then. Failures are logged. */
  soon(): void;
  /** Prevents further runs; resolves when the last one is over. */
  stop(): Promise<void>;
}

const momentMs = 50;

/** Runs `work` on demand and every `everyMs`. */
export function keepReloading(
  work: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: Log },
): Reloading {
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
    // A failed run rejects only for its own callers; the next one starts anyway.
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
