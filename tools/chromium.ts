/** Chromium for tests, pictures and benchmarks. */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packed from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const system = '/usr/bin/chromium';
const sharedMemory = '/dev/shm';
const enoughBytes = 2 ** 30;

/** Unpacked browsers; removed with `node_modules`. */
const cache = fileURLToPath(new URL('../node_modules/.cache/giftlane', import.meta.url));

/** Folder of npm's unpacked Chromium, such as …/chromium-153.0.0: one per version. */
function unpackedFolder(): string {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return join(cache, `chromium-${version}`);
}

/**
 * Unpacks npm's Chromium into the folder. The package only knows the system's temporary folder, hence
 * `TMPDIR`.
 */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const unpacking = packed.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  const made = await unpacking;
  if (dirname(made) !== folder) throw new Error(`Chromium was unpacked to ${made}`);
}

/**
 * Path of a Chromium: the system's, else npm's, unpacked at first use. Atomic: concurrent or interrupted
 * unpacking never leaves a partial one.
 */
export async function chromiumPath(): Promise<string> {
  if (existsSync(system)) return system;
  const folder = unpackedFolder();
  const path = join(folder, 'chromium');
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await unpackInto(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // A concurrent process was faster.
    if (!existsSync(path)) throw error;
  }
  return path;
}

/** True if /dev/shm has enough room for its processes: containers often have 64 MB. */
function sharesMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize >= enoughBytes;
}

/** Starts a Chromium; works as root, too. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', ...args],
    // Without shared memory, its files on a disk cost a tenth of its time.
    ...(sharesMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  });
}
