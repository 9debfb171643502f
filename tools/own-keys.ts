import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The embedded key ring: made at the first start and kept in DATA_DIR, readable by its owner alone.
 * Losing it makes every stored code unreadable.
 */
export async function ownKeys(dataDir: string): Promise<string> {
  const file = join(dataDir, 'encryption-keys');
  const known = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (known) return known.trim();
  const fresh = `1:${randomBytes(32).toString('base64')}`;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${fresh}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return fresh;
}
