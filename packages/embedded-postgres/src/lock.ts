import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from './problems.ts';

const busyCode = 5;

/** A lock between processes, given back by `release` or by the kernel when its holder dies. */
export type Lock = { release(): void };

/**
 * Takes the lock on a file, or answers undefined when another process has it. Node offers no
 * flock; SQLite's own file lock is one, so there is no stale lock and no pid to compare. It also
 * keeps two containers apart that share a volume.
 */
export function tryLock(file: string): Lock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const held = new DatabaseSync(file, { timeout: 0 });
    database = held;
    held.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busyCode) {
      return undefined;
    }
    const words = error instanceof Error ? error.message : `${error}`;
    throw unavailable(`${file} can not be locked (${words}): is it on a full or read-only disk?`);
  }
}

/** Runs the work while holding the lock, waiting for it up to the deadline. */
export async function withLock<T>(file: string, timeoutMs: number, work: () => T): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(file);
    if (lock) {
      try {
        return work();
      } finally {
        lock.release();
      }
    }
    if (Date.now() > deadline) throw new Error(`${file} stays locked by another process`);
    await sleep(50);
  }
}
