import pg from 'pg';

/** Whether the database itself said no: nothing of the transaction is there, or will be. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** The name of the constraint an error of PostgreSQL is about, if it is one. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether a table or column is not there yet: the database is older than this release. */
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
  // It takes no writes, as a standby does, or one that was the primary until now.
  readOnlyCode,
  // Waited too long: for a lock, for an answer, or for us.
  '55P03',
  '57014',
  '25P03',
]);

/** Whether the database was not there, or went away: nothing is known of what it last did. */
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
