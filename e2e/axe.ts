/** What axe, the checker for people who can not see the page, says of it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop, isLong, phone } from './browser.ts';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The rules that can give another answer in another colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What comes in does so within a moment: half there, its colours would be judged for what they are not. */
const standStill = (page: Page) =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined))).then(() => undefined)`);

/** What it objects to, as `rule: element`; by all of its rules, or by some. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await standStill(page);
  if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(axe);
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}

/** As the shop's own switch does it, and at once: colours that are still on their way pass for others. */
const chooseScheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(`(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition-property: none !important }');
    document.adoptedStyleSheets = [still];
    document.documentElement.dataset.theme = '${theme}';
  })()`);

/** A page at its width, by all rules in the light; what is not a matter of colour is the same in the dark. */
export async function scan(page: Page, what: string): Promise<void> {
  expect(await violations(page), what).toEqual([]);
  await chooseScheme(page, 'dark');
  expect(await violations(page, colourRules), `${what}, in the dark`).toEqual([]);
  await chooseScheme(page, 'light');
}

/** What is asked of a page on a phone in the dark: in `npm test` of its colours alone, by all rules in `npm run prove`. */
const onThePhone = isLong ? undefined : colourRules;

/** A page on a desk in the light, by all rules, and on a phone in the dark. */
export async function scanBoth(page: Page, what: string): Promise<void> {
  expect(await violations(page), `${what}, on a desk in the light`).toEqual([]);
  await page.setViewportSize(phone);
  await chooseScheme(page, 'dark');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  expect(await violations(page, onThePhone), `${what}, on a phone in the dark`).toEqual([]);
  await page.setViewportSize(desktop);
  await chooseScheme(page, 'light');
}
