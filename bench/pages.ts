/**
 * Lighthouse results of the entry pages, on its mid-range phone with a slow network, and the cost of
 * scrolling through all brands.
 */
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../tools/chromium.ts';
import { type Demo, openDemo } from '../tools/shots/demo.ts';
import { scrolling } from './scrolling.ts';
import { type Figure, type Section, say } from './section.ts';
import { paintsOnSlowLink } from './slow-link.ts';
import { spreadOf } from './stats.ts';

const debugPort = 9_333;
const runs = 5;

const scores = [
  { id: 'performance', wanted: 98 },
  { id: 'accessibility', wanted: 100 },
  { id: 'best-practices', wanted: 100 },
  { id: 'seo', wanted: 100 },
] as const;

const mostShift = 0.02;

/** Metrics that the performance score is a weighted mean of; Lighthouse scores each from 0 to 1. */
const parts = [
  { id: 'first-contentful-paint', name: 'first words', unit: 's' },
  { id: 'largest-contentful-paint', name: 'largest paint', unit: 's' },
  { id: 'speed-index', name: 'speed index', unit: 's' },
  { id: 'total-blocking-time', name: 'blocked', unit: 'ms' },
] as const;

type Marks = Readonly<Record<string, number>>;

async function audit(url: string): Promise<Marks> {
  const result = await lighthouse(url, { port: debugPort, logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`);
  const { categories, audits } = result.lhr;
  const failing = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  say(`${url}: ${failing.map(({ id }) => id).join(', ')}`);
  return {
    ...Object.fromEntries(scores.map(({ id }) => [id, (categories[id]?.score ?? 0) * 100])),
    shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    ...Object.fromEntries(
      parts.flatMap(({ id }) => [
        [id, audits[id]?.numericValue ?? Number.NaN],
        [`${id} mark`, (audits[id]?.score ?? 0) * 100],
      ]),
    ),
  };
}

async function figuresOf(
  browser: Browser,
  { name, url, times }: { name: string; url: string; times: number },
): Promise<Figure[]> {
  const marks: Marks[] = [];
  for (let run = 0; run < times; run++) marks.push(await audit(url));
  const middle = (id: string) => spreadOf(marks.map((one) => one[id] ?? 0)).median;
  const shift = middle('shift');
  const { firstWords, largest, takenOver } = await paintsOnSlowLink(browser, url, times);
  const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const inUnit = (id: string, unit: 's' | 'ms') =>
    unit === 's' ? inSeconds(middle(id)) : `${middle(id).toFixed(0)} ms`;
  return [
    ...scores.map(({ id, wanted }) => ({
      name: `${name}: ${id}`,
      value: middle(id).toFixed(0),
      wanted: `at least ${wanted}`,
      met: Math.round(middle(id)) >= wanted,
    })),
    {
      name: `${name}: layout shift`,
      value: shift.toFixed(3),
      wanted: `under ${mostShift}`,
      met: shift < mostShift,
    },
    {
      name: `${name}: what performance is made of, with the mark of each`,
      value: parts
        .map(
          ({ id, name: part, unit }) =>
            `${part} ${inUnit(id, unit)} (${middle(`${id} mark`).toFixed(0)})`,
        )
        .join(', '),
      wanted: '',
    },
    {
      name: `${name}: the same link carried by bytes (1.6 Mbit/s, 150 ms), not computed`,
      value: `first words ${inSeconds(firstWords)}, largest paint ${inSeconds(largest)}, acts after ${inSeconds(takenOver)}`,
      wanted: '',
    },
  ];
}

const pagesOf = ({ url, brandId }: Demo) =>
  ({
    home: `${url}/`,
    list: `${url}/gift-cards`,
    'category page': `${url}/gift-cards/${brandId}`,
  }) as const;

export const pages: Section = async (_stage, { quick }) => {
  const demo = await openDemo();
  const browser = await launchChromium([`--remote-debugging-port=${debugPort}`]);
  try {
    const figures: Figure[] = [];
    for (const [name, url] of Object.entries(pagesOf(demo)))
      figures.push(...(await figuresOf(browser, { name, url, times: quick ? 1 : runs })));
    figures.push(...(await scrolling(demo.url, browser)));
    return figures;
  } finally {
    await browser.close();
    await demo.close();
  }
};
