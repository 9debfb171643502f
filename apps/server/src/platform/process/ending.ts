/** How a process ends: by signals, with the npm that started it, or before it began. */

import { isUnavailable } from '../db/errors.ts';
import { TableInUse } from '../db/table-locks.ts';
import { minutes, seconds } from './durations.ts';
import { ConfigError } from './env.ts';

/** A refused start, with a message for the operator. */
export class StartRefused extends Error {}

const parent = process.ppid;
const ofNpm = ['start', 'serve', 'work', 'sign'].includes(process.env.npm_lifecycle_event ?? '');
const lookEveryMs = seconds(1);

/** Killing npm does not signal the shop, which would keep its port. */
function onceNpmIsGone(end: () => void): void {
  if (!ofNpm) return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    end();
  }, lookEveryMs).unref();
}

/** Longer than any request and any job has. */
export const endsWithinMs = minutes(1);

export interface Ending {
  stop(): Promise<void>;
  /** What `stop` waits for at this moment. */
  waitsFor(): string;
  readonly withinMs?: number;
}

/**
 * Ends gracefully on the first signal and at once on the second; without the npm that started it
 * gracefully, too. A stop that takes too long, for example while the database does not answer, ends the process as a
 * kill would.
 */
export function stopOnSignals({ stop, waitsFor, withinMs = endsWithinMs }: Ending): void {
  let asked = false;
  const giveUp = () => {
    console.error(
      `Ended after ${withinMs / seconds(1)} s without waiting for ${waitsFor()}. ` +
        'Nothing that was acknowledged is lost.',
    );
    process.exit(1);
  };
  const onSignal = () => {
    if (asked) process.exit(1);
    asked = true;
    setTimeout(giveUp, withinMs);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  onceNpmIsGone(() => asked || onSignal());
}

/** PostgreSQL refused the name, the password, the rights or the database of an address, or its certificate is not believed. */
const refused = /^28000$|^28P01$|^42501$|^3D000$|CERT|^ERR_TLS/;

/** One line for problems that the operator can mend; other errors are faults. */
export function startProblem(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof StartRefused || error instanceof TableInUse)
    return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && (isUnavailable(error) || refused.test(code)))
    return `DATABASE_URL: the database can not be used: ${error.message || code}.`;
  return error;
}
