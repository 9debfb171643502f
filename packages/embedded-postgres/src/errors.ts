/** Thrown when the embedded PostgreSQL can not be used; the message tells a person what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** `trouble` is whole sentences, but for their first capital letter. */
export function unavailable(trouble: string): DatabaseUnavailable {
  const otherwise = 'Or set DATABASE_URL to a PostgreSQL 15 or newer of your own.';
  return new DatabaseUnavailable(`The embedded PostgreSQL can not run: ${trouble} ${otherwise}`);
}

/** What PostgreSQL and the system say, by words of theirs, and what a person can do. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /No space left|quota exceeded|ENOSPC|EDQUOT/i,
    'the disk is full. Free some space and start again.',
  ],
  [/Read-only file system|EROFS/i, 'the disk is read-only. Choose another DATA_DIR.'],
  [
    /could not (create|resize|map).*shared memory|Cannot allocate memory/is,
    'there is not enough memory.',
  ],
  [
    /wrong ownership|Permission denied|EACCES|EPERM/i,
    'files have the wrong owner or mode. Start the shop with the account that owns DATA_DIR, or choose another.',
  ],
];

/** The error for a program of PostgreSQL that failed; `logFile` has all that it said. */
export function explain(said: string, logFile: string): DatabaseUnavailable {
  const help = advice.find(([words]) => words.test(said))?.[1] ?? 'it failed.';
  return unavailable(`${help} It said "${lastWords(said)}" (see ${logFile}).`);
}

/** The error for a file that could not be used; any other error as it is. */
export function explainFile(error: unknown): unknown {
  const code = codeOf(error);
  const help = advice.find(([words]) => words.test(code))?.[1];
  return help && error instanceof Error ? unavailable(`${help} (${error.message})`) : error;
}

/** Such as ENOENT. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? `${error.code}` : '';

function lastWords(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /fatal|panic|error|could not/i.test(line));
  return (telling.length > 0 ? telling : lines).slice(-2).join(' ') || 'nothing';
}
