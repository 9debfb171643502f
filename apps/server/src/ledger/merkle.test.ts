/** The hashes are those of RFC 9162: what is computed here is compared with its definitions and with whoever checks. */
import { createHash } from 'node:crypto';
import { emptyRoot, isContinued, rootByPath } from '@giftlane/contract/money/book.ts';
import { expect, test } from 'vitest';
import { longTest } from '../testing/long.ts';
import {
  consistencySpans,
  type Frontier,
  grown,
  inclusionSpans,
  joined,
  leafHash,
  rootOf,
  spanHash,
  subtreesOf,
} from './merkle.ts';

const sha256 = (bytes: Uint8Array) =>
  Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()));

/** The inputs and roots that certificate transparency's own implementations are tested with. */
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const known = inputs.map((input) => leafHash(Buffer.from(input, 'hex')));

test('the roots are those of RFC 9162 for inputs that are known elsewhere', () => {
  expect(inputs.map((_, i) => rootOf(known.slice(0, i + 1)).toString('hex'))).toEqual(roots);
  expect(rootOf([]).toString('hex')).toBe(emptyRoot);
});

const many = Array.from({ length: 70 }, (_, i) => leafHash(Buffer.from(`leaf ${i}`)));
const hex = (hash: Buffer) => hash.toString('hex');
const headOf = (size: number) => ({ nSize: size, sRoot: hex(rootOf(many.slice(0, size))) });
const sizes = many.map((_, i) => i + 1);

/** What a tree that grows leaf by leaf has completed with each leaf. */
function growing() {
  const rows: Buffer[][] = [];
  const trees: Frontier[] = [];
  let tree: Frontier = { size: 0, hashes: [] };
  for (const leaf of many) {
    const { frontier, completed } = grown(tree, leaf);
    tree = frontier;
    rows.push(completed);
    trees.push(frontier);
  }
  return { rows, trees };
}

test('a tree that grows leaf by leaf has at every size the root of its leaves', () => {
  const { trees } = growing();
  expect(trees.map(({ hashes }) => hex(joined(hashes)))).toEqual(
    sizes.map((size) => headOf(size).sRoot),
  );
});

test('every span of a proof can be joined of subtrees that some leaf completed', () => {
  const { rows } = growing();
  const spans = sizes.flatMap((size) => [
    ...inclusionSpans(Math.floor(size / 3), { from: 0, to: size }),
    ...sizes.filter((first) => first < size).flatMap((first) => consistencySpans(first, size)),
  ]);
  const wrong = spans.filter((span) => {
    const kept = subtreesOf(span).map(
      ({ level, place }) => rows[(place + 1) * 2 ** level - 1]?.[level] ?? Buffer.alloc(0),
    );
    return !joined(kept).equals(spanHash(many, span));
  });
  expect(wrong).toEqual([]);
});

const pathOf = (index: number, size: number) =>
  inclusionSpans(index, { from: 0, to: size }).map((span) => hex(spanHash(many, span)));

test('the path of each leaf leads to the root at every size, and in no more steps than it must', async () => {
  for (const size of sizes)
    for (let index = 0; index < size; index += 1) {
      const path = pathOf(index, size);
      const leaf = hex(many[index] ?? Buffer.alloc(0));
      expect(await rootByPath(sha256, { leaf, index, size, path })).toBe(headOf(size).sRoot);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
    }
});

test('a path of another place, of another size, too short or too long leads elsewhere', async () => {
  const leaf = hex(many[10] ?? Buffer.alloc(0));
  const path = pathOf(10, 21);
  const root = headOf(21).sRoot;
  const reached = (change: object) =>
    rootByPath(sha256, { leaf, index: 10, size: 21, path, ...change });
  expect(await reached({})).toBe(root);
  expect(await reached({ index: 11 })).not.toBe(root);
  expect(await reached({ index: 21 })).toBeUndefined();
  expect(await reached({ index: -1 })).toBeUndefined();
  expect(await reached({ size: 9 })).toBeUndefined();
  expect(await reached({ path: path.slice(1) })).toBeUndefined();
  expect(await reached({ path: [...path, root] })).toBeUndefined();
  expect(await reached({ path: [...path].reverse() })).not.toBe(root);
});

const consistency = (first: number, second: number) => ({
  first: headOf(first),
  second: headOf(second),
  path: consistencySpans(first, second).map((span) => hex(spanHash(many, span))),
});

longTest(
  'every size is continued by every later one, and only by the tree that has the same beginning',
  async () => {
    for (const second of sizes)
      for (let first = 1; first < second; first += 1) {
        const proof = consistency(first, second);
        expect(await isContinued(sha256, proof)).toBe(true);
        const other = { nSize: first, sRoot: hex(many[first] ?? Buffer.alloc(0)) };
        expect(await isContinued(sha256, { ...proof, first: other })).toBe(false);
        expect(await isContinued(sha256, { ...proof, second: { ...other, nSize: second } })).toBe(
          false,
        );
      }
  },
);

test('a book that is shorter, or of the same size and another root, does not continue', async () => {
  const path: string[] = [];
  const [first, second] = [headOf(8), headOf(5)];
  expect(await isContinued(sha256, { first, second, path })).toBe(false);
  const other = { nSize: 8, sRoot: second.sRoot };
  expect(await isContinued(sha256, { first, second: other, path })).toBe(false);
  expect(await isContinued(sha256, { first, second: first, path })).toBe(true);
  expect(await isContinued(sha256, { first, second: first, path: [first.sRoot] })).toBe(false);
  const proof = consistency(5, 8);
  expect(await isContinued(sha256, { ...proof, path: [] })).toBe(false);
  expect(await isContinued(sha256, { ...proof, path: proof.path.slice(1) })).toBe(false);
});

test('the empty book is continued by any', async () => {
  const empty = { nSize: 0, sRoot: emptyRoot };
  const asked = { first: empty, second: headOf(5), path: [] };
  expect(await isContinued(sha256, asked)).toBe(true);
  const forged = { ...empty, sRoot: headOf(1).sRoot };
  expect(await isContinued(sha256, { ...asked, first: forged })).toBe(false);
  expect(await isContinued(sha256, { ...asked, path: [headOf(1).sRoot] })).toBe(false);
});
