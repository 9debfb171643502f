/**
 * `npm run shots [-- --only=home,cart-waiting]`: pictures of every screen in every state, at two widths and
 * in both colour schemes, with a page that shows them side by side. For review by eye. `--only` takes
 * prefixes of the pictures' names.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { type Demo, openDemo } from './demo.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { act, type State, stage, statesOf } from './stage.ts';

const folder = join(import.meta.dirname, '../../shots');
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const wanted = only?.split(',');
/** Not localhost, so that members are signed out when idle as in production. */
const elsewhere = 'shop.localtest';
/** Time-out for missing elements. */
const patienceMs = 8_000;
/** Pictures taken at once; most of the time is waiting. */
const lanes = 3;

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const;
const [phone, desk] = sizes;
const sizesOf = ({ only }: Screen) =>
  only === undefined ? sizes : only === 'phone' ? [phone] : [desk];
const themes = ['light', 'dark'] as const;

/** Waits until the page is idle: everything loaded, no skeleton left. */
async function settle(page: Page, state: State): Promise<void> {
  await page.waitForLoadState('load');
  await page
    .locator('main h1')
    .first()
    .waitFor()
    .catch(() => undefined);
  // Lets follow-up requests begin.
  await page.waitForTimeout(300);
  if (state !== 'waiting' && state !== 'sending') {
    const busy = page.locator('[aria-busy="true"], .animate-pulse, .reveal-ring').first();
    await busy.waitFor({ state: 'detached' }).catch(() => undefined);
  }
  await page.waitForTimeout(300);
}

/** Triggers lazy loading. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let y = 0; y < Math.min(document.body.scrollHeight, 9000); y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  })()`);
}

interface Shot {
  readonly screen: Screen;
  readonly state: State;
  readonly size: (typeof sizes)[number];
  readonly theme: (typeof themes)[number];
}

const fileOf = ({ screen, state, size, theme }: Shot) =>
  `${screen.name}-${state}-${size.width}-${theme}.png`;

async function take(browser: Browser, demo: Demo, shot: Shot): Promise<void> {
  const { state, size, theme } = shot;
  // Created anew: a whole run takes longer than some countdowns on screens.
  const screen = screens(demo).find(({ name }) => name === shot.screen.name) ?? shot.screen;
  const context = await browser.newContext({
    viewport: size,
    baseURL:
      screen.away === 'person'
        ? demo.url.replace(/localhost|127[.]0[.]0[.]1/, elsewhere)
        : demo.url,
    colorScheme: theme,
    reducedMotion: 'reduce',
    // Requests of a service worker bypass the stubs: a failed list would load at the second try.
    serviceWorkers: 'block',
  });
  const local = {
    'giftlane.cookies': 'yes',
    ...(screen.member && { 'giftlane.token': demo.token }),
    ...screen.stored,
  };
  await context.addInitScript(
    ([local, visit]) => {
      for (const [key, value] of Object.entries(local))
        if (value !== '') localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(visit))
        sessionStorage.setItem(key, JSON.stringify(value));
    },
    [local, screen.visit ?? {}] as const,
  );
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await stage(page, screen, state);
  await page.goto(screen.path, { waitUntil: 'commit' });
  await settle(page, state);
  await scrollThrough(page);
  await act(page, screen, state);
  await settle(page, state);
  const opened = await page.getByRole('dialog').last().isVisible();
  if (!opened) await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(folder, fileOf(shot)), fullPage: !opened });
  // Drops pending stubs. Not while sending: the request held back would then reach the shop and change
  // something.
  if (state !== 'sending') await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

function contactSheet(shots: readonly Shot[]): string {
  const figure = (shot: Shot) =>
    `<figure><figcaption>${fileOf(shot)}</figcaption><a href="${fileOf(shot)}"><img loading="lazy" src="${fileOf(shot)}"></a></figure>`;
  return `<!doctype html><meta charset="utf-8"><title>Shots</title><style>
body { font: 13px system-ui; display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
img { width: 320px; border: 1px solid #8884 } figure { margin: 0 }
</style>${shots.map(figure).join('')}`;
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const demo = await openDemo();
  const browser = await launchChromium([`--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`]);
  const shots = screens(demo)
    .flatMap((screen) =>
      statesOf(screen).flatMap((state) =>
        sizesOf(screen).flatMap((size) => themes.map((theme) => ({ screen, state, size, theme }))),
      ),
    )
    .filter((shot) => !wanted || wanted.some((begin) => fileOf(shot).startsWith(begin)));
  const left = shots.entries();
  let missing = 0;
  const work = async () => {
    for (const [index, shot] of left) {
      if (index % 20 === 0) console.log(`${index} of ${shots.length}`);
      await take(browser, demo, shot).catch((error) => {
        missing += 1;
        console.error(`${fileOf(shot)}: ${error}`);
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  await writeFile(join(folder, 'index.html'), contactSheet(shots));
  await browser.close();
  await demo.close();
  console.log(`${shots.length - missing} pictures: ${join(folder, 'index.html')}`);
  if (missing > 0) process.exitCode = 1;
}

await main();
