/**
 * Keeping files by key, wherever that is. What a vendor answers is done, or it throws: a `Refusal`
 * `server.unavailable` while the store is away, so that callers answer 503 and jobs try again.
 *
 * A vendor that takes files from browsers by itself (S3) will sign a PUT here, to a key below which
 * nothing is served; the shop then fetches, checks and redraws the picture when its path is used, by the
 * same `receive` that now takes it from the request. Until then every file comes by way of the shop.
 */
export interface Storage {
  /**
   * Keeps a file, whole or not at all: readers never see a part of it. What is there already stays and is
   * answered `exists`; of parallel tries one keeps its file.
   */
  put(key: string, bytes: Uint8Array): Promise<'kept' | 'exists'>;
  /** The file of a key; undefined when there is none. */
  get(key: string): Promise<Buffer | undefined>;
  /** Bytes of the file of a key; undefined when there is none. */
  size(key: string): Promise<number | undefined>;
  /** All keys, in any order; of files that come or go meanwhile some. Names that are no keys are told, too. */
  list(): AsyncIterable<string>;
  /** Puts other bytes in place of a file's, whole or not at all; false, and nothing is there, if it is gone. */
  replace(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Deletes a file; harmless when there is none. */
  delete(key: string): Promise<void>;
}

/** Folders and a name of plain letters: nothing that could lead anywhere else. */
const plainKey = /^(?:[A-Za-z0-9_-]{1,64}\/){1,4}[A-Za-z0-9_-]{1,64}\.[a-z0-9]{1,8}$/;

/** Whether it is a key that a storage takes. */
export const isPlainKey = (key: string): boolean => plainKey.test(key);

/** Throws for a key that no storage takes: keys are made by the shop, so it is a fault. */
export function requirePlainKey(key: string): void {
  if (!isPlainKey(key)) throw new Error('not a key of a stored file');
}

/** The largest file of a storage that keeps files elsewhere: one is in memory while it comes and goes. */
export const mostBytes = 64 * 1024 * 1024;
