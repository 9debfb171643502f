/** A browser for tests, pictures and measurements. */
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

/** Goes with what it was unpacked from, so that each version has its own. */
const cache = fileURLToPath(new URL('../node_modules/.cache/giftlane', import.meta.url));

/** Where npm's Chromium is once it is unpacked, such as …/chromium-153.0.0. */
function unpackedFolder(): string {
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return join(cache, `chromium-${version}`);
}

/** Unpacks npm's Chromium below the folder; the package itself knows of no other than the system's. */
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
 * The address of a Chromium: the system's if there is one, else npm's, unpacked at its first use. It is there whole or not
 * at all, whoever else unpacks it at the same time and however that ends.
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
    // Somebody else was first.
    if (!existsSync(path)) throw error;
  }
  return path;
}

/** Whether its processes can share memory where it is meant for that: a container often has 64 MB there. */
function sharesMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize >= enoughBytes;
}

/** Starts a Chromium. Also as root. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', ...args],
    // Files on a disk instead cost a tenth of its time.
    ...(sharesMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  });
}
