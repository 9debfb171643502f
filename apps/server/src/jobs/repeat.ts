import { seconds } from '../platform/process/durations.ts';
import type { Log } from '../platform/process/log.ts';
import type { Chore } from './jobs.ts';

const longestPauseMs = seconds(5);

/**
 * Repeats work with a pause, after a first one if there is any, until stopped. A failure is logged and does
 * not end it; the pause doubles with each in a row, up to a limit, so that a database that is away does not
 * fill the log.
 */
export function repeat(log: Log, { name, everyMs, firstAfterMs = 0, run }: Chore) {
  const stopping = new AbortController();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    try {
      await run(stopping.signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!stopping.signal.aborted)
        log.error({ err: error, chore: name }, 'a chore failed and will be tried again');
    }
    if (stopping.signal.aborted) return;
    const longerMs = Math.min(everyMs * 2 ** failures, longestPauseMs);
    timer = setTimeout(next, Math.max(everyMs, longerMs));
  };
  const next = () => {
    running = turn();
  };
  if (firstAfterMs === 0) next();
  else timer = setTimeout(next, firstAfterMs);
  return {
    /** Resolves when it is not under way and will not be again. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
