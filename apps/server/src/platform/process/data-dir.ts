import { mkdir } from 'node:fs/promises';
import { ConfigError } from './env.ts';

/**
 * Makes the folder of DATA_DIR. PostgreSQL runs as another account for root and has to get in; secrets
 * inside are closed. A `ConfigError` says what is in the way.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError([`DATA_DIR: a folder, and ${dataDir} can not be made one (${code})`]);
  }
}
