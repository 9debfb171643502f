/** A browser for tests, pictures and measurements. */
import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const system = '/usr/bin/chromium';

/** Starts the system's Chromium if there is one, else the one from npm. Also as root. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: existsSync(system) ? system : await chromium.executablePath(),
    args: ['--no-sandbox', ...args],
  });
}
