/** Strangers choose what they ask for: what is kept of it has bounds. */
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { filterKey, filterOf } from './filter.ts';
import { makeReplies } from './replies.ts';
import { makeShelf, type Shelf } from './shelf.ts';

/** A filter of brands that do not exist: its reply is empty, its key is as long as one likes. */
const nonsense = (number: number, brands: number) =>
  filterOf({
    filterData: {
      category: Array.from({ length: brands }, (_, i) => `${number}_${i}_`.padEnd(64, 'x')),
    },
  });

test('a list with a long key is answered, and neither remembered nor kept', () => {
  const replies = makeReplies();
  const shelf = makeShelf([]);
  const first = replies.list(shelf, nonsense(1, 200));
  for (let i = 0; i < 3; i += 1) expect(replies.list(shelf, nonsense(1, 200)).tag).toBe(first.tag);
  expect(replies.held).toEqual({ replies: 0, keys: 0, bytes: 0 });
});

test('a kept list weighs its bytes and its key', () => {
  const replies = makeReplies();
  const shelf = makeShelf([]);
  const filter = nonsense(1, 6);
  const keyBytes = 2 * filterKey(filter).length;
  replies.list(shelf, filter);
  expect(replies.held).toMatchObject({ replies: 0, keys: 1 });
  expect(replies.held.bytes).toBeGreaterThan(keyBytes);
  const kept = replies.list(shelf, filter);
  expect(replies.held).toMatchObject({ replies: 1, keys: 0 });
  if (!('plain' in kept)) throw new Error('a long answer');
  expect(replies.held.bytes).toBeGreaterThan(kept.plain.length + keyBytes);
  expect(replies.list(shelf, filter)).toBe(kept);
});

test('endless lists of nothing stay within the bounds of what is kept', () => {
  const replies = makeReplies();
  const shelf = makeShelf([]);
  for (let number = 0; number < 15_000; number += 1) {
    replies.list(shelf, nonsense(number, 6));
    replies.list(shelf, nonsense(number, 6));
    // And somebody who asks for each but once.
    replies.list(shelf, nonsense(-number, 6));
  }
  const { replies: kept, keys, bytes } = replies.held;
  expect(bytes).toBeLessThanOrEqual(12 * 1024 * 1024);
  expect(kept).toBeGreaterThan(1_000);
  expect(kept).toBeLessThan(15_000);
  expect(keys).toBeLessThan(15_000);
});

test('an answer that did not change is taken over to the next shelf', () => {
  const replies = makeReplies();
  const filter = filterOf({ search: 'nothing' });
  const first = makeShelf([]);
  replies.list(first, filter);
  const kept = replies.list(first, filter);
  expect(replies.list(makeShelf([]), filter)).toBe(kept);
  expect(replies.held.replies).toBe(1);
});

test('a reply that is kept does not keep the catalogue of its time', async () => {
  v8.setFlagsFromString('--expose_gc');
  const collect: () => void = vm.runInNewContext('gc');
  const replies = makeReplies();
  const shelves: WeakRef<Shelf>[] = [];
  for (let time = 0; time < 20; time += 1) {
    const shelf = makeShelf([]);
    shelves.push(new WeakRef(shelf));
    // Somebody looks twice for something that is not there, and never again.
    replies.list(shelf, filterOf({ search: `nothing${time}` }));
    replies.list(shelf, filterOf({ search: `nothing${time}` }));
  }
  for (let i = 0; i < 3; i += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const alive = shelves.filter((shelf) => shelf.deref() !== undefined).length;
  expect(replies.held.replies).toBe(20);
  expect(alive).toBeLessThan(3);
});
