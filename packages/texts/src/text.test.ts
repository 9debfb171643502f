import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import english from './catalogue/en-US.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../../', import.meta.url));

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);
const isForeign = (folder: string) =>
  /[\\/](?:node_modules|dist|generated)(?:[\\/]|$)/.test(folder);

/** Everything between single quotes in the sources, and the beginnings and ends of names made of templates. */
function quoted() {
  const words = new Set<string>();
  const made: [string, string][] = [];
  for (const part of ['apps', 'packages']) {
    const files = readdirSync(join(root, part), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of files) {
      if (!isSource(name) || isForeign(parentPath)) continue;
      const source = readFileSync(join(parentPath, name), 'utf8');
      for (const [, word = ''] of source.matchAll(/'([\w.]+)'/g)) words.add(word);
      for (const [, begin = '', end = ''] of source.matchAll(/text\(`([\w.]+)\$\{\w+\}([\w.]*)`/g))
        made.push([begin, end]);
    }
  }
  const isUsed = (key: string) =>
    words.has(key) || made.some(([begin, end]) => key.startsWith(begin) && key.endsWith(end));
  return { isUsed };
}

test('every text of the catalogue is used', () => {
  const { isUsed } = quoted();
  const dead = Object.keys(english).filter((key) => !isUsed(key));
  expect(dead).toEqual([]);
});
