/** Thrown when the embedded database can not be used; the message tells a person what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

const otherwise = 'Or set DATABASE_URL to a PostgreSQL 15 or newer of your own.';

/** Ends a sentence of trouble with the way out that always exists. */
export function unavailable(trouble: string): DatabaseUnavailable {
  return new DatabaseUnavailable(`The embedded PostgreSQL can not run: ${trouble} ${otherwise}`);
}

/** What a failed start was about: `wait` heals by itself, `port` by another port, `final` never. */
export type StartProblem = { kind: 'wait' | 'port' | 'final'; error: DatabaseUnavailable };

/** Reads PostgreSQL's own last words. `place` is the file in which a person finds all of them. */
export function readStartProblem(log: string, place: string, port: number): StartProblem {
  if (/Address already in use|could not bind/i.test(log)) {
    return { kind: 'port', error: unavailable(`port ${port} on 127.0.0.1 is taken.`) };
  }
  // A killed server stays visible for a moment: as a zombie, or through its last backends.
  if (/lock file .* already exists|shared memory block .* still in use/is.test(log)) {
    return {
      kind: 'wait',
      error: unavailable(`another PostgreSQL still uses the data (see ${place}).`),
    };
  }
  return { kind: 'final', error: readProblem(log, place) };
}

/** Turns the output of any PostgreSQL program that failed into a sentence for a person. */
export function readProblem(log: string, place: string): DatabaseUnavailable {
  if (/No space left on device|ENOSPC|Disk quota exceeded/i.test(log)) {
    return unavailable(`the disk is full (${place}). Free some space and start again.`);
  }
  if (/could not (create|resize|map).*shared memory|Cannot allocate memory/is.test(log)) {
    return unavailable(`there is not enough memory. It said: ${lastWords(log)}`);
  }
  if (/has wrong ownership|Permission denied/i.test(log)) {
    return unavailable(`files have the wrong owner or mode. It said: ${lastWords(log)}`);
  }
  return unavailable(`it said "${lastWords(log)}" (see ${place}).`);
}

/** Explains a failed file operation by its code, keeping the path that failed. */
export function fileProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return unavailable(
        `this account may not use its files (${error.message}). ` +
          'Start the shop with the account that owns DATA_DIR, or choose another DATA_DIR.',
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return unavailable(`the disk is full (${error.message}). Free some space and start again.`);
    case 'EROFS':
      return unavailable(`the disk is read-only (${error.message}). Choose another DATA_DIR.`);
    default:
      return error;
  }
}

function lastWords(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /fatal|panic|error|could not/i.test(line));
  return (telling.length > 0 ? telling : lines).slice(-2).join(' ') || 'nothing';
}
