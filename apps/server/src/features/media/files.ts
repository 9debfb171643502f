/** Public pictures and videos: kept in one folder under names made of their content. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** What may be stored and is served, by the end of its name. */
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

/** Where a shop keeps its media. */
export function mediaDir(dataDir: string): string {
  return join(dataDir, 'media');
}

/** Whether a name was made from the content behind it, so that it never stands for anything else. */
export function namedByContent(path: string): boolean {
  return /\/[0-9a-f]{40}\.[a-z0-9]+$/.test(path);
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file whole or not at all: readers never see a part of it, nor does a crash leave one. */
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

/**
 * Stores a file below `dir` and answers its `sPath`. The same content always has the same path and is
 * written once.
 */
export async function storeMedia(dir: string, bytes: Uint8Array, ext: string): Promise<string> {
  if (!Object.hasOwn(mediaTypes, ext)) throw new Error(`media can not be of the type ${ext}`);
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  const sPath = `${name.slice(0, 2)}/${name}.${ext}`;
  const path = join(dir, sPath);
  if ((await sizeOf(path)) !== bytes.length) await writeWhole(path, bytes);
  return sPath;
}

/** Whether a file is stored at a path that is known to be one of media. */
export const isStored = async (dir: string, sPath: string): Promise<boolean> =>
  (await sizeOf(join(dir, sPath))) !== undefined;

/** A stored picture; undefined when there is none at this path, or when the path leads anywhere else. */
export async function readMedia(dir: string, sPath: string): Promise<Buffer | undefined> {
  const root = resolve(dir);
  const path = resolve(root, sPath);
  const ext = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
  const picture = mediaTypes[ext]?.startsWith('image/') ?? false;
  if (!picture || !path.startsWith(root + sep)) return undefined;
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
