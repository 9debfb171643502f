/** The alert rules and the dashboard of deploy/watch, against what the processes measure and operations.md says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startShop } from '../testing/start-shop.ts';

const read = (file: string) =>
  readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
const rules = read('deploy/watch/alerts.yml');
const dashboard = read('deploy/watch/dashboard.json');

/** Of Prometheus itself and of exporters that run beside the shop. */
const ofOthers = /^(up|pg_\w+|node_\w+)$/;

test('rules and dashboard name only figures that the processes have', async () => {
  const shop = await startShop({ working: false });
  const shown = await (await fetch(`${shop.url}/metrics`)).text();
  const there = new Set([...shown.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
  const named = `${rules.replace(/^\s*#.*$/gm, '')}${dashboard}`.matchAll(
    /\b(giftlane_\w+|http_\w+|nodejs_\w+|process_\w+|pg_\w+|node_\w+)\b/g,
  );
  const names = [...named].map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, ''));
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !there.has(name) && !ofOthers.test(name))).toEqual([]);
});

test('operations.md says of each alert what it means and what to do, and of no other', () => {
  const [, part = ''] = read('docs/operations.md').split('\n## Alerts\n');
  const [section = ''] = part.split('\n## ');
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  const told = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => `\`${name}\``);
  expect(alerts.length).toBeGreaterThan(15);
  expect(told.map(([, name]) => name).sort()).toEqual(alerts.sort());
  expect(told.filter(([, , means, todo]) => !means || !todo)).toEqual([]);
});
