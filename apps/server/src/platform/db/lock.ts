import { DatabaseSync } from 'node:sqlite';

const busyCode = 5;

/** A lock between processes, released by `release` or by the kernel when the process ends. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock on a file, or answers undefined while another process has it. Node has no flock, so it is the lock that
 * SQLite takes on its files: no lock is left by a process that was killed, and containers that share a volume see it, too.
 */
export function tryLock(file: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busyCode)
      return undefined;
    throw new Error(`${file} can not be locked: is it on a full or read-only disk?`, {
      cause: error,
    });
  }
}
