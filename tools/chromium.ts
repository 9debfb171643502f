/** A browser for tests, pictures and measurements. */
import { existsSync, statfsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const system = '/usr/bin/chromium';
const sharedMemory = '/dev/shm';
const enoughBytes = 2 ** 30;

/** Whether its processes can share memory where it is meant for that: a container often has 64 MB there. */
function sharesMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize >= enoughBytes;
}

/** Starts the system's Chromium if there is one, else the one from npm. Also as root. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: existsSync(system) ? system : await chromium.executablePath(),
    args: ['--no-sandbox', ...args],
    // Files on a disk instead cost a tenth of its time.
    ...(sharesMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  });
}
