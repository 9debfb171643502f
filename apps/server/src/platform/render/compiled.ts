/** Node's compile cache. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { seconds } from '../process/durations.ts';

/** Late enough for everything to be loaded. */
const writeAfterMs = seconds(5);

/**
 * Keeps what Node compiles in `DATA_DIR`, or where NODE_COMPILE_CACHE says; where that can not be, it
 * compiles anew. Later starts take two thirds of the time, and 30 MB less memory, because what strips the
 * types is never loaded. To be called before the modules of a program are imported.
 */
export function keepCompiled(): void {
  const { NODE_COMPILE_CACHE: given, DATA_DIR: dataDir } = process.env;
  enableCompileCache(given || resolve(dataDir || './data', 'compiled'));
  // A process that is killed would leave nothing behind.
  setTimeout(flushCompileCache, writeAfterMs).unref();
}
