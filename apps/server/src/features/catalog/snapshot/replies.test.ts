/** Strangers choose what they ask for: what is kept of it has bounds. */
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { makeBrand } from '../brand.ts';
import { filterKey, filterOf } from '../search/filter.ts';
import { makeReplies } from './replies.ts';
import { makeShelf, type Shelf } from './shelf.ts';

/** A filter of brands that do not exist: its reply is empty, its key is as long as one likes. */
const nonsense = (number: number, brands: number) =>
  filterOf({
    filterData: {
      category: Array.from({ length: brands }, (_, i) => `${number}_${i}_`.padEnd(64, 'x')),
    },
  });

/** As many brands as are sent in pieces, with one card each. */
const manyBrands = () =>
  Array.from({ length: 150 }, (_, number) => {
    const id = `brd_${String(number).padStart(3, '0')}`;
    const words = { shortDesc: 'é', shortSellDesc: '', description: '', redeem: '', slug: id };
    const pictures = { logo: '', banner: '', video: '' };
    return makeBrand({
      row: {
        ...{
          id,
          title: id,
          category: 'Gaming',
          revision: 1n,
          updatedAt: new Date(0),
          retired: false,
          bestPlace: null,
        },
        ...words,
        ...pictures,
      },
      cards: [
        {
          ...{
            id: `card_${id}`,
            brandId: id,
            currency: 'usd',
            valueMinor: 1_00n,
            priceMinor: 1_00n,
          },
          ...{ discountBp: 0, cashbackBp: 0, serviceChargeBp: 0, exchangeFeesBp: 0, version: 1 },
          ...{ readOnly: false, sellable: true, retired: false },
        },
      ],
      views: 9,
      stock: new Map(),
    });
  });

test('OPEN-52: a long list is made while it is read, as it was when it was asked for', () => {
  const brands = manyBrands();
  const filter = filterOf({ sort_by: 'sTitle' });
  const answer = makeReplies().list(makeShelf(brands), filter);
  if (!('pieces' in answer)) throw new Error('an answer in one piece');
  const read: Buffer[] = [];
  for (const piece of answer.pieces) {
    read.push(piece);
    // Another view and another sale, while half of it is on its way.
    for (const brand of brands) {
      brand.views = 10;
      brand.bytes = Buffer.alloc(0);
    }
  }
  const text = Buffer.concat(read);
  expect(text.length).toBe(answer.length);
  expect(JSON.parse(text.toString())).toMatchObject({ totalCount: 150 });
  expect(text.toString().match(/"nViews":9\b/g)).toHaveLength(150);
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
