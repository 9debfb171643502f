/** `sql/owners.txt`: who owns which table, and that nobody else writes it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sqlFolder = new URL('../sql/', import.meta.url);
const textOf = (name: string, folder: URL) => readFileSync(new URL(name, folder), 'utf8');

/** Tables and views that the migrations leave. */
function inSchema(): string[] {
  const names = new Set<string>();
  for (const file of readdirSync(sqlFolder).filter((name) => name.endsWith('.sql')))
    for (const [, verb, name = ''] of textOf(file, sqlFolder).matchAll(
      /^(create|drop) (?:table|view) (?:if exists )?(\w+)/gm,
    ))
      verb === 'create' ? names.add(name) : names.delete(name);
  return [...names];
}

interface Use {
  readonly file: string;
  readonly part: string;
  readonly table: string;
  readonly writes: boolean;
}

const [owned = '', foreign = ''] = textOf('owners.txt', sqlFolder).split(
  'What others write of it:',
);
const ownedBy = [...owned.matchAll(/^([\w-]+) {2,}(\w+(?:\s+\w+)*?)$(?=\n\S|\n\n)/gm)].flatMap(
  ([, part = '', tables = '']) => tables.split(/\s+/).map((table) => ({ part, table })),
);
const ownerOf = new Map(ownedBy.map(({ part, table }) => [table, part]));

/** What the SQL of the shop's files reads and writes; not that of tests. */
function uses(): Use[] {
  const src = new URL('./', import.meta.url);
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.(test|testing)\.ts$|^testing\//.test(file))
    .flatMap((file) => {
      const part = /^(?:features\/)?([\w-]+)\//.exec(file)?.[1] ?? '';
      const code = textOf(file, src).replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');
      return [...code.matchAll(/\b(insert into|update|delete from|from|join)\s+(\w+)/g)]
        .map(([, verb = '', table = '']) => ({
          file,
          part,
          table,
          writes: !/^(from|join)$/.test(verb),
        }))
        .filter(({ table }) => ownerOf.has(table));
    });
}

const others = uses().filter(({ part, table }) => ownerOf.get(table) !== part);
const distinct = (list: readonly string[]) => [...new Set(list)].sort();

test('every table and view has one owner', () => {
  const listed = ownedBy.map(({ table }) => table);
  expect(listed.sort(), 'a new one gets its owner in sql/owners.txt').toEqual(inSchema().sort());
});

test('a part writes its own tables alone, but for what is listed with its reason', () => {
  const listed = [...foreign.matchAll(/^(\S+\.ts) +(\w+) +\S/gm)].map(
    ([, file, table]) => `${file} ${table}`,
  );
  const found = others.filter(({ writes }) => writes).map(({ file, table }) => `${file} ${table}`);
  const advice = 'a part calls the owner’s face, or sql/owners.txt says why it writes itself';
  expect(distinct(found), advice).toEqual(distinct(listed));
});

/** So many pairs of a part and a table of another's. Lower it with each that goes; a view with a name is better than one more. */
const foreignReads = 98;

test('what parts read of other parts’ tables grows no more', () => {
  const reads = distinct(
    others.filter(({ writes }) => !writes).map(({ part, table }) => `${part} ${table}`),
  );
  expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(foreignReads);
});
