import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file readable by its owner alone, on the disk before it has its name. */
async function writeOnce(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    // Unlike rename this leaves alone what another start has written in the meantime.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/**
 * The embedded key ring: made at the first start and kept in DATA_DIR, readable by its owner alone.
 * Losing it makes every stored code unreadable.
 */
export async function ownKeys(dataDir: string): Promise<string> {
  const file = join(dataDir, 'encryption-keys');
  const known = await readIfThere(file);
  if (known) return known;
  await writeOnce(file, `1:${randomBytes(32).toString('base64')}\n`);
  return (await readFile(file, 'utf8')).trim();
}
