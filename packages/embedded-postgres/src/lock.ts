import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from './errors.ts';

/** A lock on a file, given back by `release` or by the kernel when its process ends in any way. */
export type Lock = { release(): void };

/** Any number of processes may have a shared lock, as long as none has the exclusive one. */
export type Kind = 'shared' | 'exclusive';

const busyCode = 5;
/** References that keep the garbage collector from releasing the locks. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock on a file; undefined when it can not be had now. Node has no flock, so it is the lock that SQLite takes
 * on its files. It also works between containers that share a volume.
 */
export function tryLock(file: string, kind: Kind): Lock | undefined {
  // SQLite would make it readable to all, and who can read it can take the shared lock.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  let database: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { timeout: 0 });
    database = opened;
    // Kept until the transaction ends. A journal on the disk would be one more file that a killed process leaves.
    if (kind === 'shared') opened.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    else opened.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
    held.add(opened);
    return {
      release() {
        held.delete(opened);
        opened.close();
      },
    };
  } catch (error) {
    database?.close();
    const { message, errcode } = error as Error & { errcode?: number };
    if (errcode === busyCode) return undefined;
    throw unavailable(`${file} can not be locked (${message}): is the disk full or read-only?`);
  }
}

/** Takes a lock, waiting for it; undefined when it could not be had in time. */
export async function takeLock(file: string, kind: Kind, limitMs: number) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(20)) {
    const lock = tryLock(file, kind);
    if (lock) return lock;
  }
  return undefined;
}

/** Whether a process has the exclusive lock on a file. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const lock = tryLock(file, 'shared');
  lock?.release();
  return lock === undefined;
}
