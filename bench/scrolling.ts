/**
 * Scrolls through the whole catalogue at the widths of a phone and a desktop, with the CPU throttled to a
 * quarter: number of elements, and the longest main-thread tasks in CPU time, from the browser's trace.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Figure } from './section.ts';

const slowdown = 4;
const longMs = 50;
/** Some six hundred elements surround the list, and a tile has ten. */
const mostElements = 2_500;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts?: number;
  dur?: number;
  /** CPU time, independent of other programs. */
  tdur?: number;
  args?: { name?: string };
}

const isEvent = (value: unknown): value is TraceEvent =>
  typeof value === 'object' && value !== null && 'name' in value && 'pid' in value;

/** Traces `work`; returns the durations of the main thread's tasks in ms. */
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
  // Nested tasks belong to the outer one.
  let end = 0;
  return tasks.flatMap(({ ts = 0, dur = 0, tdur = dur }) => {
    if (ts < end) return [];
    end = ts + dur;
    return [tdur / 1_000];
  });
}

/** Scrolls to the end with the wheel; returns the most elements on the page. */
async function scrollThrough(page: Page): Promise<number> {
  let most = 0;
  let still = 0;
  let before = -1;
  while (still < 20) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(40);
    const more = page.getByRole('button', { name: 'Show more' });
    // Pages that load automatically move the button, and the last one removes it.
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

/** Figures of scrolling through the list of brands at both widths. */
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
