/** Where the shop's files are: on a disk or in a bucket, and in both while they move. */
import type { Storage } from '../../providers/storage/port.ts';
import type { FileStore } from './places.ts';

export { moveFiles } from './move.ts';
export { type FileStore, openPlace } from './places.ts';

/** Storage of files. */
export interface Files {
  /** Public pictures and films. */
  readonly open: Storage;
  /** Private files, encrypted and without a public address. */
  readonly closed: Storage;
  /** The folder public files are served from; a cache if they are kept elsewhere. */
  readonly served: { readonly folder: string; readonly isCache: boolean };
  /** Where files are written. */
  readonly place: FileStore;
  /** Where files are besides, while they move. */
  readonly old: FileStore | undefined;
}

/**
 * Reads from two storages and writes to one. Deletes from the old one first: `moveFiles` looks there after it has
 * copied a file.
 */
export function withOld(now: Storage, old: Storage): Storage {
  return {
    put: async (key, bytes) =>
      (await old.size(key)) === undefined ? now.put(key, bytes) : 'exists',
    get: async (key) => (await now.get(key)) ?? old.get(key),
    size: async (key) => (await now.size(key)) ?? old.size(key),
    async *list() {
      yield* now.list();
      yield* old.list();
    },
    replace: async (key, bytes) =>
      (await Promise.all([old.replace(key, bytes), now.replace(key, bytes)])).includes(true),
    async delete(key) {
      await old.delete(key);
      await now.delete(key);
    },
  };
}
