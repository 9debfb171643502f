import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const path = () => join(dir, 'things.jsonl');

test('what was put is there in the next run, what was dropped is not', () => {
  const shelf = openJournal(dir, 'things').shelf<number>('numbers');
  shelf.put('a', 1);
  shelf.put('b', 2);
  shelf.put('a', 3);
  shelf.drop('b');
  const next = openJournal(dir, 'things');
  expect(next.shelf('numbers').all()).toEqual([3]);
  expect(next.shelf('words').size).toBe(0);
});

test('a line that a crash tore is skipped', () => {
  openJournal(dir, 'things').shelf<number>('numbers').put('a', 1);
  appendFileSync(path(), '["numbers","b",');
  const shelf = openJournal(dir, 'things').shelf<number>('numbers');
  shelf.put('c', 3);
  expect(openJournal(dir, 'things').shelf('numbers').all()).toEqual([1, 3]);
});

test('the file does not grow for ever', () => {
  const shelf = openJournal(dir, 'things').shelf<number>('numbers');
  for (let i = 0; i < 12_000; i += 1) shelf.put('a', i);
  const lines = readFileSync(path(), 'utf8').split('\n').length;
  expect(lines).toBeLessThan(6_000);
  expect(openJournal(dir, 'things').shelf('numbers').all()).toEqual([11_999]);
});

test('without a folder everything is kept in memory', () => {
  const shelf = openJournal(undefined, 'things').shelf<number>('numbers');
  shelf.put('a', 1);
  expect(shelf.get('a')).toBe(1);
});
