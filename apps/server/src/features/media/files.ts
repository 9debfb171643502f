/** Public pictures and videos, in one folder, named by their content. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { minutes } from '../../platform/process/durations.ts';
import { isPlainKey, type Storage } from '../../providers/storage/port.ts';
import type { Files } from '../files/files.ts';

/** Allowed file types by extension. */
export const mediaTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** The folder of a shop's media. */
export function mediaDir(dataDir: string): string {
  return join(dataDir, 'media');
}

/** True for a name with a content hash (40 hex digits): its content never changes. */
export function namedByContent(path: string): boolean {
  return /\/[0-9a-f]{40}\.[a-z0-9]+$/.test(path);
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file atomically: neither readers nor a crash leave or see a partial file. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.${randomBytes(8).toString('hex')}`);
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Stores a file and returns its `sPath`. Equal contents share one path and are written once. */
export async function storeMedia(open: Storage, bytes: Uint8Array, ext: string): Promise<string> {
  if (!Object.hasOwn(mediaTypes, ext)) throw new Error(`media can not be of the type ${ext}`);
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  const sPath = `${name.slice(0, 2)}/${name}.${ext}`;
  const size = await open.size(sPath);
  // Damaged on its disk.
  if (size !== undefined && size !== bytes.length) await open.delete(sPath);
  if (size !== bytes.length) await open.put(sPath, bytes);
  return sPath;
}

/** A stored picture; undefined if it does not exist or is none. */
export async function readMedia(open: Storage, sPath: string): Promise<Buffer | undefined> {
  const ext = /\.([a-z0-9]+)$/.exec(sPath)?.[1] ?? '';
  const isPicture = mediaTypes[ext]?.startsWith('image/') ?? false;
  return isPicture && isPlainKey(sPath) ? open.get(sPath) : undefined;
}

/** Members' pictures are deleted on their wish: no cache keeps them. */
export const isCached = (sPath: string): boolean => !sPath.startsWith('profilepictures/');

/** A file under a name of its own may be replaced. */
const refreshMs = minutes(5);

/**
 * Answers whether a public file is in the folder it is served from. Where that is a cache, the file is fetched first;
 * nobody waits for a newer one of what the cache has.
 */
export function mediaFinder({
  open,
  served,
}: Pick<Files, 'open' | 'served'>): (sPath: string) => Promise<boolean> {
  const coming = new Map<string, Promise<boolean>>();
  const fetchInto = async (sPath: string, path: string): Promise<boolean> => {
    const bytes = await open.get(sPath);
    if (bytes) await writeWhole(path, bytes);
    return bytes !== undefined;
  };
  return async (sPath) => {
    const path = join(served.folder, sPath);
    const there = await statOf(path);
    if (!served.isCache || !isPlainKey(sPath) || !isCached(sPath)) return there !== undefined;
    if (there && (namedByContent(sPath) || Date.now() - there.mtimeMs < refreshMs)) return true;
    const fetching =
      coming.get(sPath) ?? fetchInto(sPath, path).finally(() => coming.delete(sPath));
    coming.set(sPath, fetching);
    if (!there) return fetching;
    // What there is is served meanwhile.
    fetching.catch(() => undefined);
    return true;
  };
}
