/** A real browser for the journeys: the system's Chromium if there is one, else the one from npm. */
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, type RunnerTask } from 'vitest';
import { isLong } from '../apps/server/src/testing/long.ts';
import { launchChromium } from '../tools/chromium.ts';

export { isLong, longTest } from '../apps/server/src/testing/long.ts';

/** A name for the test shop that is not the browser's own machine, where some rules are relaxed. */
const elsewhere = 'shop.localtest';

/** The address of a test shop as people reach a real one. */
export const fromElsewhere = (url: string): string => url.replace('127.0.0.1', elsewhere);

const flags = [
  `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`,
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Widths at which the shop is looked at (visual.md). */
export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 900 };

/** The sizes at which a whole journey is made: a phone in `npm test`, both in `npm run prove -- --only=long`. */
export const sizes = isLong ? [phone, desktop] : [phone];

interface Looking {
  retryWithProgressAndBackoff(progress: unknown, look: unknown): Promise<unknown>;
  retryWithProgressAndTimeouts(
    progress: unknown,
    pausesMs: number[],
    look: unknown,
  ): Promise<unknown>;
}

/**
 * What is waited for is looked for every 50 ms. Playwright's own pauses grow to half a second, which most steps of most
 * journeys waited out, and are not to be set.
 */
function lookOften(page: Page): void {
  const frame = page.mainFrame();
  const { toImpl } = (frame as unknown as { _connection: { toImpl(one: unknown): Looking } })
    ._connection;
  const looking = Object.getPrototypeOf(toImpl(frame)) as Looking;
  looking.retryWithProgressAndBackoff = function (progress, look) {
    return this.retryWithProgressAndTimeouts(progress, [20, 50], look);
  };
}

interface Visit {
  size?: typeof phone;
  token?: string;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: boolean;
  /** False for whoever lets no page run a script. */
  scripts?: boolean;
  /** False to have no service worker: its requests are not seen by `page.route`. */
  worker?: boolean;
  /** The page is made to crash on purpose: what it says about it is no fault. */
  mayCrash?: boolean;
}

const results = fileURLToPath(new URL('../test-results/', import.meta.url));

/** Leaves a trace and a picture of each page of a failed test in `test-results`. */
async function keepTrace(context: BrowserContext, { name, result }: RunnerTask): Promise<void> {
  if (result?.state !== 'fail') return context.tracing.stop();
  const file = `${results}${name.replace(/\W+/g, '-').slice(0, 80)}-${Date.now()}`;
  for (const [place, page] of context.pages().entries())
    await page.screenshot({ path: `${file}-${place}.png` }).catch(() => undefined);
  await context.tracing.stop({ path: `${file}.zip` });
  console.log(`Trace and pictures: ${file}.zip (npx playwright show-trace)`);
}

/** The browser of all files of a worker, which ends with it. */
let common: Promise<Browser> | undefined;

async function commonBrowser(): Promise<Browser> {
  const running = await common?.catch(() => undefined);
  if (!running?.isConnected()) common = launchChromium(flags);
  return common as Promise<Browser>;
}

/** The browser for a test file: one of its own where it has settings. Each visit is a person of its own. */
export function browserForFile(settings: readonly string[] = []) {
  const own = settings.length > 0;
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = own ? await launchChromium([...flags, ...settings]) : await commonBrowser();
  }, 60_000);
  afterAll(async () => {
    if (own) await browser?.close();
  });
  return {
    /** A fresh person at `url`. Errors of the page and of its policy fail the test. */
    async visit(url: string, options: Visit = {}): Promise<Page> {
      if (!browser) throw new Error('no browser');
      const context = await browser.newContext({
        viewport: options.size ?? desktop,
        baseURL: url,
        ...(options.colorScheme && { colorScheme: options.colorScheme }),
        javaScriptEnabled: options.scripts ?? true,
        ...(options.worker === false && { serviceWorkers: 'block' as const }),
        ...(options.reducedMotion && { reducedMotion: 'reduce' as const }),
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(60_000);
      // Chromium says nothing in the console of code made at run time where the page catches that it was refused.
      await context.addInitScript(
        `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
          console.error('against the content policy:', violatedDirective, blockedURI, sample))`,
      );
      if (options.token)
        await context.addInitScript(
          (token) => localStorage.setItem('giftlane.token', token),
          options.token,
        );
      const page = await context.newPage();
      lookOften(page);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        // A refused request is the page's business; everything else it says is a fault.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      await context.tracing.start({ title: url });
      onTestFinished(async ({ task }) => {
        await keepTrace(context, task);
        // An answer that is still being fetched for a page would fail the whole run when that goes.
        // A payment window may go by itself just now.
        for (const open of context.pages())
          await open.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
        await context.close();
        if (!options.mayCrash) expect(complaints, complaints.join('\n')).toEqual([]);
      });
      return page;
    },
  };
}
