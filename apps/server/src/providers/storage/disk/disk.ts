import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requirePlainKey, type Storage } from '../port.ts';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined;

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
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
