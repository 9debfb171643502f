import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are never the same, whenever new chance is fetched for them', () => {
  const ids = Array.from({ length: 2_000 }, () => newId('ord'));
  for (const id of ids) expect(id).toMatch(/^ord_[0-9a-hjkmnp-tv-z]{25}$/);
  const chance = new Set(ids.map((id) => id.slice(-16)));
  expect(chance.size).toBe(ids.length);
  // Each place takes each of the 32 characters: no part of the chance is used twice or left empty.
  const places = Array.from({ length: 16 }, (_, at) => new Set(ids.map((id) => id.at(-1 - at))));
  expect(places.map(({ size }) => size)).toEqual(Array(16).fill(32));
});
