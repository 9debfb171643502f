import pg from 'pg';

/** Whether the database refused the transaction: nothing of it is or will be committed. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** The constraint that a PostgreSQL error names, if any. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether a table or column is missing: the schema is older than this release. */
export function isBehind(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^42P01$|^42703$/.test(error.code ?? '');
}

export const readOnlyCode = '25006';
const connectionCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Read-only: a standby, or a former primary.
  readOnlyCode,
  // Timeouts: of a lock, of a statement, of an idle transaction.
  '55P03',
  '57014',
  '25P03',
]);

/** Whether the database was unreachable or went away: the result of the last statement is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A server that is down has no socket file; one that is being flooded has no room at it.
  const noSocket =
    'syscall' in error && error.syscall === 'connect' && /^E(NOENT|AGAIN)$/.test(code);
  return (
    connectionCodes.has(code) ||
    code.startsWith('08') ||
    noSocket ||
    /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/.test(
      error.message,
    )
  );
}
