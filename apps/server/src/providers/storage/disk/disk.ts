import { randomBytes } from 'node:crypto';
import { access, link, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { requirePlainKey, type Storage } from '../port.ts';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** What is there; undefined without the file. */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the name of a new file last: it is an entry of its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Files below a folder of this machine, or of one that several machines share. */
export function makeDisk(root: string): Storage {
  const pathOf = (key: string) => {
    requirePlainKey(key);
    return join(root, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true });
      // Names that begin with a dot are never served.
      const unfinished = join(folder, `.${randomBytes(8).toString('hex')}`);
      try {
        await writeNew(unfinished, bytes);
        // Unlike a rename this leaves alone what is there.
        await link(unfinished, path);
        await syncFolder(folder);
        return 'kept';
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return 'exists';
        throw error;
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async replace(key, bytes) {
      const path = pathOf(key);
      const unfinished = join(dirname(path), `.${randomBytes(8).toString('hex')}`);
      try {
        await access(path);
        await writeNew(unfinished, bytes);
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    // `async`, so that a wrong key rejects.
    get: async (key) => ifThere(readFile(pathOf(key))),
    size: async (key) => (await ifThere(stat(pathOf(key))))?.size,
    async *list() {
      const folder = await ifThere(opendir(root, { recursive: true }));
      for await (const entry of folder ?? [])
        if (entry.isFile() && !entry.name.startsWith('.'))
          yield relative(root, join(entry.parentPath, entry.name));
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
