/** Public pictures and videos, in one folder, named by their content. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

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

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
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

/** Stores a file below `dir` and returns its `sPath`. Equal contents share one path and are written once. */
export async function storeMedia(dir: string, bytes: Uint8Array, ext: string): Promise<string> {
  if (!Object.hasOwn(mediaTypes, ext)) throw new Error(`media can not be of the type ${ext}`);
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
  const sPath = `${name.slice(0, 2)}/${name}.${ext}`;
  const path = join(dir, sPath);
  if ((await sizeOf(path)) !== bytes.length) await writeWhole(path, bytes);
  return sPath;
}

/** True if the file exists. Expects a valid media path. */
export const isStored = async (dir: string, sPath: string): Promise<boolean> =>
  (await sizeOf(join(dir, sPath))) !== undefined;

/** A stored picture; undefined if it does not exist or the path leaves the folder. */
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
