import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('what was put or touched longest ago goes first, and its owner is told', () => {
  const gone: string[] = [];
  const map = new BoundedMap<string>(100, (value) => gone.push(value));
  map.put('a', 'A', 40);
  map.put('b', 'B', 40);
  map.touch('a');
  map.put('c', 'C', 40);
  expect(gone).toEqual(['B']);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['A', undefined, 'C']);
  expect([map.size, map.bytes]).toEqual([2, 80]);
});

test('an entry in place of another counts once, and one larger than the map is not kept', () => {
  const gone: string[] = [];
  const map = new BoundedMap<string>(100, (value) => gone.push(value));
  map.put('a', 'A', 60);
  map.put('a', 'A2', 90);
  expect([map.size, map.bytes, gone]).toEqual([1, 90, ['A']]);
  map.put('b', 'B', 101);
  expect([map.has('b'), map.size, map.bytes]).toEqual([false, 0, 0]);
  map.drop('b');
  map.touch('b');
  expect(gone).toEqual(['A', 'A2', 'B']);
  map.put('c', 'C', 1);
  map.clear();
  expect([map.size, map.bytes, gone.length]).toEqual([0, 0, 3]);
});
