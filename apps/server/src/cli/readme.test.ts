/** What the README and operations.md say of commands, variables, options, figures and alarms, against what there is. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allOptions } from '../features/content/content.ts';
import { readConfig } from '../platform/process/config.ts';
import { startShop } from '../testing/start-shop.ts';
import { allCommands, commandsOf } from './commands.ts';

const root = new URL('../../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const operations = readFileSync(new URL('docs/operations.md', root), 'utf8');

/** The words in backticks of a text. */
const marked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The rows of the table below a heading of operations.md, cell by cell. */
function tableBelow(title: string): string[][] {
  const [, section = ''] = operations.split(`\n## ${title}\n`);
  const [part = ''] = section.split('\n## ');
  const rows = part.split('\n').filter((line) => /^\| `/.test(line));
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

const commands = await allCommands();

const flagsIn = (line: string) => [...line.matchAll(/--([a-z-]+)/g)].map(([, name]) => name).sort();

test('the usage of a command says all that it takes', () => {
  for (const { words, operand, file, flags = {}, usage } of commands) {
    const [line = ''] = usage.split('\n');
    expect(line.startsWith([words, operand].filter(Boolean).join(' '))).toBe(true);
    expect(line).toContain(file ?? '');
    expect(flagsIn(line)).toEqual(Object.keys(flags).sort());
  }
});

test('a command is found by its first word', async () => {
  for (const command of commands) {
    const [word = ''] = command.words.split(' ');
    expect(await commandsOf(word)).toContain(command);
  }
  expect(await commandsOf('constructor')).toEqual([]);
});

test('the README lists every command with its options, and no other', () => {
  const [, list = ''] = /\n## Command line\n[\s\S]*?```\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = list.split('\n').filter((line) => /^[a-z]/.test(line));
  const listed = lines.map((line) => ({
    words: /^[a-z]+(?: [a-z]+)?/.exec(line)?.[0],
    flags: flagsIn(line),
  }));
  const known = commands.map(({ words, flags = {} }) => ({
    words,
    flags: Object.keys(flags).sort(),
  }));
  expect(listed).toEqual(known);
});

/** For tests alone; production refuses what they do. */
const inner = ['CRASH_POINT', 'CRASH_VICTIM', 'PASSWORD_COST'];

test('the README names every variable that is read', () => {
  const asked = new Set(['SEED', 'WORKER', 'NODE_ENV']);
  const given: Record<string, string> = { NODE_ENV: 'production' };
  const env = new Proxy(given, {
    get(target, name) {
      asked.add(String(name));
      return Reflect.get(target, name);
    },
  });
  expect(() => readConfig(env)).toThrow('DATABASE_URL');
  const unnamed = [...asked].filter((name) => !readme.includes(`\`${name}`));
  expect(unnamed.sort()).toEqual(inner);
});

test('operations.md lists every option with what it is at first, and no other', async () => {
  const shop = await startShop({ working: false });
  const listed = tableBelow('Options').flatMap(([, names = '', firsts = '']) => {
    const values = firsts.split(', ').map((value) => (value === 'empty' ? '' : value));
    return marked(names).map((name, i) => [name, values[i] ?? values[0]]);
  });
  const there = (await allOptions(shop.db)).map(({ name, value }) => [name, value]);
  expect(listed.sort()).toEqual(there.sort());
});

test('operations.md lists every figure, and no other', async () => {
  const shop = await startShop({ working: false });
  const listed = tableBelow('Health').flatMap(([, name = '']) => marked(name));
  const shown = await (await fetch(`${shop.url}/metrics`)).text();
  const there = [...shown.matchAll(/^# HELP ((?:giftlane|http)_\w+)/gm)].map(([, name]) => name);
  expect(listed.filter((name) => /^(giftlane|http)_/.test(name)).sort()).toEqual(there.sort());
});

test('what operations.md calls worth an alarm is what the shop says', () => {
  const [, part = ''] = /Worth an alarm:([\s\S]*?)\n\n/.exec(operations) ?? [];
  const words = marked(part.replaceAll('\n', ' ')).filter((word) => / |^fault$/.test(word));
  const source = globSync('apps/server/src/**/*.ts', { cwd: root.pathname })
    .filter((file) => !/test/.test(file))
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n');
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => !source.includes(`'${word}'`))).toEqual([]);
});
