/** What axe, the checker for people who can not see the page, says of it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The rules that can give another answer in another colour scheme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** What it objects to, as `rule: element`; by all of its rules, or by some. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(axe);
  const options = JSON.stringify(rules ? { runOnly: rules } : {});
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
}
