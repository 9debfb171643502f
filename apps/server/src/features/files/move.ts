/**
 * Copies files from the old place to the new one while the shop runs: processes write to the new one, read from both and
 * delete from both. Safe to repeat and to kill; nothing is deleted from the old place.
 */
import type { Db } from '../../platform/db/db.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { isPlainKey, mostBytes, type Storage } from '../../providers/storage/port.ts';
import { type FileStore, markerKey } from './places.ts';
import { begunMoves, forgetMoves, noteMoves } from './queries.ts';

export interface Moved {
  readonly copied: number;
  /** Were there already. */
  readonly there: number;
  readonly bytes: number;
  /** Keys whose content in the new place is another one, and names that no storage takes. */
  readonly wrong: readonly string[];
}

interface MoveParts {
  readonly db: Db;
  readonly from: FileStore;
  readonly to: FileStore;
  /** Compares the content of files that are there already, too, rather than their sizes. */
  readonly verify: boolean;
  readonly onProgress: (so: Omit<Moved, 'wrong'>) => void;
}

interface Pair {
  readonly from: Storage;
  readonly to: Storage;
  /** Its files are encrypted: one of the same size may be under another key. */
  readonly sealed: boolean;
}

/** Takes back a copy of what was deleted meanwhile: a deletion goes to the old place first. */
async function forgetDeleted({ from, to }: Pair, key: string): Promise<boolean> {
  if ((await from.size(key)) !== undefined) return false;
  await to.delete(key);
  return true;
}

/**
 * Copies one file. Answers its bytes, 0 if it was there or is gone, undefined if it is too large or the new place has
 * another one.
 */
async function copy(pair: Pair, key: string, verify: boolean): Promise<number | undefined> {
  const { from, to, sealed } = pair;
  const [size, oldSize = 0] = await Promise.all([to.size(key), from.size(key)]);
  if (size !== undefined && !verify && !sealed && size === oldSize) return 0;
  const bytes = oldSize > mostBytes ? undefined : await from.get(key);
  if (!bytes) return oldSize > mostBytes ? undefined : 0;
  if (size === undefined) await to.put(key, bytes);
  // Left from an earlier move, and encrypted anew in the old place since.
  else if (sealed && size === oldSize && (await to.get(key))?.[0] !== bytes[0])
    await to.replace(key, bytes);
  const isSame = (await to.get(key))?.equals(bytes) ?? false;
  crashPoint('files.copied');
  if (await forgetDeleted(pair, key)) return 0;
  if (!isSame) return undefined;
  return size === undefined ? bytes.length : 0;
}

const atOnce = 16;

async function* batches(storage: Storage): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of storage.list()) {
    if (key === markerKey) continue;
    batch.push(key);
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Copies all files that are not in the new place yet, and reads back each that it copied. */
export async function moveFiles({ db, from, to, verify, onProgress }: MoveParts): Promise<Moved> {
  const pairs: Record<string, Pair> = {
    media: { from: from.open, to: to.open, sealed: false },
    uploads: { from: from.closed, to: to.closed, sealed: true },
  };
  const so = { copied: 0, there: 0, bytes: 0 };
  const wrong: string[] = [];
  // A run that was killed may have copied what was deleted before it could look.
  for (const noted of await begunMoves(db, to.name)) {
    const [folder = '', ...key] = noted.split('/');
    const pair = pairs[folder];
    if (pair) await forgetDeleted(pair, key.join('/'));
    await forgetMoves(db, [noted]);
  }
  for (const [folder, pair] of Object.entries(pairs))
    for await (const names of batches(pair.from)) {
      const keys = names.filter(isPlainKey);
      const noted = keys.map((key) => `${folder}/${key}`);
      await noteMoves(db, noted, to.name);
      const copied = await Promise.all(keys.map((key) => copy(pair, key, verify)));
      await forgetMoves(db, noted);
      for (const name of names) if (!keys.includes(name)) wrong.push(`${folder}/${name}`);
      for (const [n, bytes] of copied.entries()) {
        if (bytes === undefined) wrong.push(noted[n] ?? '');
        else if (bytes > 0) so.copied += 1;
        else so.there += 1;
        so.bytes += bytes ?? 0;
      }
      onProgress(so);
    }
  return { ...so, wrong };
}
