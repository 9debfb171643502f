/** What the README says of commands and variables, against what there is. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { commands } from './run.ts';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

const flagsIn = (line: string) => [...line.matchAll(/--([a-z-]+)/g)].map(([, name]) => name).sort();

test('the usage of a command says all that it takes', () => {
  for (const { words, operand, file, flags = {}, usage } of commands) {
    const [line = ''] = usage.split('\n');
    expect(line.startsWith([words, operand].filter(Boolean).join(' '))).toBe(true);
    expect(line).toContain(file ?? '');
    expect(flagsIn(line)).toEqual(Object.keys(flags).sort());
  }
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
