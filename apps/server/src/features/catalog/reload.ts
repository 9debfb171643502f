/** Runs one kind of work once at a time, however often it is asked for: calls meanwhile share the next run. */
import type { Log } from '../../platform/process/log.ts';

export interface Reloading {
  /** Resolves after a run that began after this call. */
  now(): Promise<void>;
  /** A run within a moment, which many calls share. A failure is logged. */
  soon(): void;
  /** No further runs; resolves when the last one is over. */
  stop(): Promise<void>;
}

const momentMs = 50;

/** Runs `work` when asked, and by itself every `everyMs`. */
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
    // A failure of the run before is for those who asked for it.
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
