import { createHash } from 'node:crypto';
import { ApiError } from '@giftlane/client/api-error.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { compareHead } from './book.ts';

const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(createHash('sha256').update(bytes).digest());
const hashOf = (...parts: (number | string)[]) =>
  createHash('sha256')
    .update(
      Buffer.concat(
        parts.map((part) =>
          typeof part === 'number' ? Buffer.of(part) : Buffer.from(part, 'hex'),
        ),
      ),
    )
    .digest('hex');

const leaves = [1, 2, 3].map((n) => hashOf(0, n));
const [a = '', b = '', c = ''] = leaves;
const ab = hashOf(1, a, b);
const one = { nSize: 1, sRoot: a };
const two = { nSize: 2, sRoot: ab };
const three = { nSize: 3, sRoot: hashOf(1, ab, c) };

/** As an honest server answers; what it calls the heads is not looked at. */
const paths: Record<string, string[]> = { '1 2': [b], '1 3': [b, c], '2 3': [c] };
const ask = vi.fn(async (first: number, second: number) => ({
  oFirst: one,
  oSecond: two,
  aPath: paths[`${first} ${second}`] ?? [],
}));

let values: Map<string, string>;
beforeEach(() => {
  values = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
});

const kept = () => JSON.parse(values.get('giftlane.book') ?? 'null');

test('the first head is kept, and a later one that continues it takes its place', async () => {
  expect(await compareHead(sha256, one, ask)).toEqual({ outcome: 'first' });
  expect(kept()).toMatchObject(one);
  expect(await compareHead(sha256, three, ask)).toMatchObject({ outcome: 'continued', seen: one });
  expect(kept()).toMatchObject(three);
});

test('an answer older than what was seen is compared the other way round and not kept', async () => {
  await compareHead(sha256, three, ask);
  expect(await compareHead(sha256, two, ask)).toMatchObject({ outcome: 'continued' });
  expect(kept()).toMatchObject(three);
});

test('a book that does not continue the one that was seen is broken, and stays so', async () => {
  await compareHead(sha256, { nSize: 2, sRoot: hashOf(1, b, a) }, ask);
  expect(await compareHead(sha256, three, ask)).toMatchObject({ outcome: 'broken' });
  expect(await compareHead(sha256, three, ask)).toMatchObject({ outcome: 'broken' });
  expect(kept()).toMatchObject({ nSize: 2 });
});

test('a book that has become shorter is broken; one that can not be asked says nothing', async () => {
  await compareHead(sha256, three, ask);
  const shorter = async () => {
    throw new ApiError(404, 'no', { code: 'ledger.no_such_head' });
  };
  expect(await compareHead(sha256, two, shorter)).toMatchObject({ outcome: 'broken' });
  const away = async () => {
    throw new ApiError(500, 'away');
  };
  await expect(compareHead(sha256, two, away)).rejects.toThrow('away');
  expect(kept()).toMatchObject(three);
});

test('what is no head is forgotten', async () => {
  values.set('giftlane.book', JSON.stringify({ nSize: 3, sRoot: 'x', seenAt: 'y' }));
  expect(await compareHead(sha256, two, ask)).toEqual({ outcome: 'first' });
  expect(kept()).toMatchObject(two);
});
