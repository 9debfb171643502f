/**
 * `npm run shots [-- --only=home,cart]`: pictures of every screen waiting, empty, failed and done, at
 * the widths and in the colours people use, with a page that shows them side by side. For looking at.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { type Demo, openDemo } from './demo.ts';
import { type Screen, screens } from './screens.ts';

const folder = join(import.meta.dirname, '../../shots');
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const wanted = only?.split(',');

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const;
const [phone, desk] = sizes;
const sizesOf = ({ only }: Screen) =>
  only === undefined ? sizes : only === 'phone' ? [phone] : [desk];
const themes = ['light', 'dark'] as const;

type State = 'done' | 'waiting' | 'empty' | 'failed';

const statesOf = ({ calls, empty }: Screen): State[] => [
  'done',
  ...(calls ? (['waiting', 'failed'] as const) : []),
  ...(calls && empty ? (['empty'] as const) : []),
];

/** Answers the screen's calls as the state wants it. */
async function stage(page: Page, { calls, empty }: Screen, state: State): Promise<void> {
  if (!calls || state === 'done') return;
  await page.route(calls, (route) => {
    if (state === 'waiting') return;
    const failed = { status: 500, message: 'Server error', data: null, code: 'server.fault' };
    const body = state === 'failed' ? failed : { status: 200, message: '', ...empty };
    return route.fulfill({ status: body.status, json: body });
  });
}

async function press(page: Page, names: readonly string[] = []): Promise<void> {
  for (const name of names) {
    const [inner = '', within] = name.split(' >> ').reverse();
    const place = within === 'main' ? page.getByRole('main') : page;
    await place.getByRole('button', { name: inner, exact: true }).first().click();
  }
}

/** Waits until the page stands still: nothing is loaded any more and no skeleton is left. */
async function settle(page: Page, state: State): Promise<void> {
  await page.waitForLoadState('load');
  await page
    .locator('main h1')
    .first()
    .waitFor({ timeout: 8_000 })
    .catch(() => undefined);
  if (state !== 'waiting') {
    const busy = page.locator('[aria-busy="true"], .animate-pulse').first();
    await busy.waitFor({ state: 'detached', timeout: 8_000 }).catch(() => undefined);
  }
  await page.waitForTimeout(400);
}

/** Shows what is loaded when it is scrolled to. */
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
  const { screen, state, size, theme } = shot;
  const context = await browser.newContext({
    viewport: size,
    baseURL: demo.url,
    colorScheme: theme,
    reducedMotion: 'reduce',
    // What a worker lets through is not staged: a failed list would come on the second try.
    serviceWorkers: 'block',
  });
  const store = {
    'giftlane.cookies': 'yes',
    ...(screen.member && { 'giftlane.token': demo.token }),
    ...screen.stored,
  };
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept))
      if (value !== '') localStorage.setItem(key, value);
  }, store);
  const page = await context.newPage();
  await stage(page, screen, state);
  await page.goto(screen.path, { waitUntil: 'commit' });
  await settle(page, state);
  if (state === 'done') await press(page, screen.press);
  await scrollThrough(page);
  await page.waitForTimeout(250);
  await page.screenshot({ path: join(folder, fileOf(shot)), fullPage: !screen.press });
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
  const browser = await launchChromium();
  const shots = screens(demo)
    .filter(({ name }) => !wanted || wanted.includes(name))
    .flatMap((screen) =>
      statesOf(screen).flatMap((state) =>
        sizesOf(screen).flatMap((size) => themes.map((theme) => ({ screen, state, size, theme }))),
      ),
    );
  for (const [index, shot] of shots.entries()) {
    await take(browser, demo, shot);
    if (index % 20 === 0) console.log(`${index} of ${shots.length}`);
  }
  await writeFile(join(folder, 'index.html'), contactSheet(shots));
  await browser.close();
  await demo.close();
  console.log(`${shots.length} pictures: ${join(folder, 'index.html')}`);
}

await main();
