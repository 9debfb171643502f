/**
 * Scrolls through the whole catalogue of a running shop, as a phone and as a desk, on a processor slowed down
 * to a quarter: elements on the page and the longest tasks of the page's thread, from the browser's own
 * trace, in processor time.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Figure } from './section.ts';

const slowdown = 4;
const longMs = 50;
/** Some six hundred stand around the list, and a tile has ten. */
const mostElements = 2_500;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts?: number;
  dur?: number;
  /** Time of the processor, which other programs do not take away from. */
  tdur?: number;
  args?: { name?: string };
}

const isEvent = (value: unknown): value is TraceEvent =>
  typeof value === 'object' && value !== null && 'name' in value && 'pid' in value;

/** Traces `work` and answers how long each task of the page's main thread took, in ms. */
async function tasksOf(cdp: CDPSession, work: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    const some: readonly unknown[] = value;
    events.push(...some.filter(isEvent));
  });
  const complete = new Promise<void>((resolve) => {
    cdp.once('Tracing.tracingComplete', () => resolve());
  });
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  await work();
  await cdp.send('Tracing.end');
  await complete;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
    .sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0) || (b.dur ?? 0) - (a.dur ?? 0));
  // A task within a task is part of it.
  let end = 0;
  return tasks.flatMap(({ ts = 0, dur = 0, tdur = dur }) => {
    if (ts < end) return [];
    end = ts + dur;
    return [tdur / 1_000];
  });
}

/** Turns the wheel until the end is there; answers the most elements that were on the page. */
async function scrollThrough(page: Page): Promise<number> {
  let most = 0;
  let still = 0;
  let before = -1;
  while (still < 20) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(40);
    const more = page.getByRole('button', { name: 'Show more' });
    // Pages that come by themselves move it, and the last one takes it away.
    if (still > 4 && (await more.isVisible()))
      await more.click({ timeout: 1_000 }).catch(() => undefined);
    const [elements, at] = await page.evaluate<[number, number]>(
      `[document.getElementsByTagName('*').length, scrollY]`,
    );
    most = Math.max(most, elements);
    still = at === before ? still + 1 : 0;
    before = at;
  }
  return most;
}

const screens = {
  phone: { width: 360, height: 740 },
  desk: { width: 1280, height: 900 },
} as const;

/** What scrolling through the list of brands costs at both widths. */
export async function scrolling(address: string, browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, viewport] of Object.entries(screens)) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${address}/gift-cards`);
    await page.getByRole('main').getByRole('link').first().waitFor();
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    let elements = 0;
    const tasks = await tasksOf(cdp, async () => {
      elements = await scrollThrough(page);
    });
    await page.close();
    const longest = Math.max(0, ...tasks);
    const long = tasks.filter((ms) => ms > longMs).length;
    figures.push(
      {
        name: `scrolling all brands, ${name}, processor slowed down ${slowdown} times: longest task`,
        value: `${longest.toFixed(0)} ms (${long} of ${tasks.length} over ${longMs} ms)`,
        wanted: `at most ${longMs} ms`,
        met: longest <= longMs,
      },
      {
        name: `scrolling all brands, ${name}: elements on the page`,
        value: `at most ${elements}`,
        wanted: `at most ${mostElements}`,
        met: elements <= mostElements,
      },
    );
  }
  return figures;
}
