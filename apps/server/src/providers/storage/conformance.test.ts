/** What every vendor of the storage port must do, shown on a folder. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDisk } from './disk/disk.ts';
import type { Storage } from './port.ts';

let root: string;
let storage: Storage;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'giftlane-storage-'));
  storage = makeDisk(join(root, 'files'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const newKey = () => `kycDocs/${randomUUID()}.jpg`;
const bytes = (text: string) => Buffer.from(text);

test('a file is read as it was put, and nothing else is there', async () => {
  const key = newKey();
  expect(await storage.get(key)).toBeUndefined();
  expect(await storage.put(key, bytes('one\0two'))).toBe('kept');
  expect(await storage.get(key)).toEqual(bytes('one\0two'));
});

test('what is there is never overwritten; of many at once one keeps its file', async () => {
  const key = newKey();
  const tries = Array.from({ length: 20 }, (_, n) => `${n} `.repeat(10_000));
  const said = await Promise.all(tries.map((text) => storage.put(key, bytes(text))));
  expect(said.filter((one) => one === 'kept')).toHaveLength(1);
  const kept = tries[said.indexOf('kept')] ?? '';
  expect(await storage.get(key)).toEqual(bytes(kept));
  expect(await storage.put(key, bytes('another'))).toBe('exists');
  expect(await storage.get(key)).toEqual(bytes(kept));
});

test('a deleted file is gone; deleting may be repeated, and its key may be used again', async () => {
  const key = newKey();
  await storage.put(key, bytes('one'));
  await Promise.all([storage.delete(key), storage.delete(key)]);
  await storage.delete(key);
  expect(await storage.get(key)).toBeUndefined();
  expect(await storage.put(key, bytes('two'))).toBe('kept');
});

test.each([
  '../outside.jpg',
  'kycDocs/../../outside.jpg',
  '/etc/outside.jpg',
  'kycDocs/a\0.jpg',
  'kycDocs/.hidden.jpg',
  'kycDocs\\outside.jpg',
  'kycDocs/a.jpg/..',
  'outside.jpg',
  '',
])('the key %j is none, and reaches nothing', async (key) => {
  await writeFile(join(root, 'outside.jpg'), 'secret');
  await expect(storage.get(key)).rejects.toThrow('not a key');
  await expect(storage.put(key, bytes('x'))).rejects.toThrow('not a key');
  await expect(storage.delete(key)).rejects.toThrow('not a key');
  expect((await readdir(root)).sort()).toEqual(['files', 'outside.jpg']);
});

describe('a folder', () => {
  test('holds nothing unfinished afterwards', async () => {
    const key = `sellimages/${randomUUID()}.jpg`;
    await Promise.all([1, 2, 3].map(() => storage.put(key, bytes('x'))));
    const names = await readdir(join(root, 'files', 'sellimages'));
    expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
