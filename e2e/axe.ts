/** What axe, the checker for people who can not see the page, says of it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop, isLong, phone } from './browser.ts';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * What comes in does so within a moment: half there, its colours would be judged for what they are not. What goes by
 * how far one has scrolled has no end.
 */
const standStill = (page: Page) =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ playState, timeline, effect }) =>
      playState === 'running' && timeline === document.timeline && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`);

/** What else it would say of each element that is good takes a tenth of its time. */
const objectionsAlone = `{ resultTypes: ['violations'], selectors: false }`;

/** What it objects to, as `rule: element`. */
export async function violations(page: Page): Promise<string[]> {
  await standStill(page);
  if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run(document, ${objectionsAlone}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}

/** What is smaller than 24 pixels and not far enough from the next to be hit alone (WCAG 2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(axe);
  return page.evaluate<
    string[]
  >(`axe.run(document, { runOnly: ['target-size'] }).then(({ violations }) =>
    violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160))))`);
}

/** As the shop's own switch does it, and at once: colours that are still on their way pass for others. */
const chooseScheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(`(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition-property: none !important }');
    document.adoptedStyleSheets = [still];
    document.documentElement.dataset.theme = '${theme}';
  })()`);

/** How often a page was looked at before. */
const looks = new WeakMap<Page, number>();

/**
 * By turns in the dark and in the light in `npm test`, so that each page is seen by all rules once; in both in
 * `npm run prove -- --only=long`.
 */
function schemesOf(page: Page): readonly ('light' | 'dark')[] {
  const before = looks.get(page) ?? 0;
  looks.set(page, before + 1);
  if (isLong) return ['light', 'dark'];
  return before % 2 === 0 ? ['dark'] : ['light'];
}

/** A page at its width. */
export async function scan(page: Page, what: string): Promise<void> {
  for (const scheme of schemesOf(page)) {
    await chooseScheme(page, scheme);
    expect(await violations(page), `${what}, ${scheme}`).toEqual([]);
  }
  await chooseScheme(page, 'light');
}

/** A page on a desk in the light, and on a phone in the dark. */
export async function scanBoth(page: Page, what: string): Promise<void> {
  for (const scheme of schemesOf(page)) {
    await page.setViewportSize(scheme === 'dark' ? phone : desktop);
    await chooseScheme(page, scheme);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    expect(await violations(page), `${what}, ${scheme}`).toEqual([]);
  }
  await page.setViewportSize(desktop);
  await chooseScheme(page, 'light');
}
