/**
 * What every vendor of the storage port must do: on a folder, on a stand-in of S3, and with `S3_TEST_URL`, a
 * FILES_URL with its FILES_KEY_ID and FILES_SECRET, on a real one (`S3_TEST_ATOMIC=0`: without conditional writes).
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3, startS3 } from '@giftlane/sandbox/s3/server.ts';
import { signatureProblem } from '@giftlane/sandbox/s3/signature.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { reader } from '../../platform/process/env.ts';
import { type Bucket, readFiles } from '../../platform/process/files-config.ts';
import { makeDisk } from './disk/disk.ts';
import { mostBytes, type Storage } from './port.ts';
import { makeS3 } from './s3/s3.ts';

const log = pino({ level: 'silent' });
const newKey = () => `kycDocs/${randomUUID()}.jpg`;
const bytes = (text: string) => Buffer.from(text);

async function listed(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list()) keys.push(key);
  return keys.sort();
}

const addressOf = ({ endpoint, bucket, keyId, secret }: S3, given?: Partial<Bucket>) => ({
  ...{ endpoint, bucket, keyId, secret, region: 'eu-central-1', prefix: 'shop/', pathStyle: true },
  ...given,
});

interface Opened {
  readonly storage: Storage;
  close(): Promise<unknown>;
}

async function onDisk(): Promise<Opened> {
  const root = await mkdtemp(join(tmpdir(), 'giftlane-storage-'));
  const close = () => rm(root, { recursive: true, force: true });
  return { storage: makeDisk(join(root, 'files')), close };
}

async function onStandIn(): Promise<Opened> {
  const s3 = await startS3({ listed: 3 });
  return { storage: makeS3(addressOf(s3), 'uploads/', { log }), close: s3.close };
}

/** One that refuses the header, as Swift 2.30 does. */
async function onSimpleStandIn(): Promise<Opened> {
  const s3 = await startS3({ listed: 3, conditional: 'refused' });
  return { storage: makeS3(addressOf(s3), 'uploads/', { log }), close: s3.close };
}

/** A real one: every run has a folder of its own. */
async function onRealS3(): Promise<Opened> {
  const { env } = process;
  const { place } = readFiles(reader({ ...env, FILES_URL: env.S3_TEST_URL }));
  if (place === 'disk') throw new Error('S3_TEST_URL is no address of a bucket');
  const storage = makeS3(place, `${randomUUID()}/`, { log });
  return {
    storage,
    close: async () => {
      for await (const key of storage.list()) await storage.delete(key);
    },
  };
}

const vendors = [
  ['a folder', onDisk, true],
  ['S3', onStandIn, true],
  ['S3 without conditional writes', onSimpleStandIn, false],
  ...(process.env.S3_TEST_URL
    ? [['a real S3', onRealS3, process.env.S3_TEST_ATOMIC !== '0'] as const]
    : []),
] as const;

describe.each(vendors)('%s', (_, open, isAtomic) => {
  let opened: Opened;
  let storage: Storage;
  beforeAll(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterAll(() => opened.close());

  test('a file is read as it was put, and nothing else is there', async () => {
    const key = newKey();
    expect(await storage.get(key)).toBeUndefined();
    expect(await storage.size(key)).toBeUndefined();
    expect(await storage.put(key, bytes('one\0two'))).toBe('kept');
    expect(await storage.get(key)).toEqual(bytes('one\0two'));
    expect(await storage.size(key)).toBe(7);
  });

  test('what is there is never overwritten', async () => {
    const key = newKey();
    await storage.put(key, bytes('one'));
    expect(await storage.put(key, bytes('another'))).toBe('exists');
    expect(await storage.get(key)).toEqual(bytes('one'));
  });

  test.skipIf(!isAtomic)('of many at once one keeps its file', async () => {
    const key = newKey();
    const tries = Array.from({ length: 20 }, (_, n) => `${n} `.repeat(10_000));
    const said = await Promise.all(tries.map((text) => storage.put(key, bytes(text))));
    expect(said.filter((one) => one === 'kept')).toHaveLength(1);
    const kept = tries[said.indexOf('kept')] ?? '';
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

  test('all keys are listed, in however many pages', async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `many/${n % 2}/${n}_${randomUUID()}.webp`);
    for (const key of keys) await storage.put(key, bytes('x'));
    const found = await listed(storage);
    expect(found.filter((key) => key.startsWith('many/'))).toEqual(keys.sort());
  });

  test('a file is replaced whole; one that is gone stays gone', async () => {
    const key = newKey();
    expect(await storage.replace(key, bytes('two'))).toBe(false);
    expect(await storage.get(key)).toBeUndefined();
    await storage.put(key, bytes('one'));
    const texts = Array.from({ length: 5 }, (_, n) => `${n} `.repeat(10_000));
    const replaced = await Promise.all(texts.map((text) => storage.replace(key, bytes(text))));
    expect(replaced).not.toContain(false);
    expect(texts).toContain((await storage.get(key))?.toString());
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
    await expect(storage.get(key)).rejects.toThrow('not a key');
    await expect(storage.size(key)).rejects.toThrow('not a key');
    await expect(storage.put(key, bytes('x'))).rejects.toThrow('not a key');
    await expect(storage.replace(key, bytes('x'))).rejects.toThrow('not a key');
    await expect(storage.delete(key)).rejects.toThrow('not a key');
  });
});

describe('a folder', () => {
  test('holds nothing unfinished afterwards, and lists nothing hidden', async () => {
    const root = await mkdtemp(join(tmpdir(), 'giftlane-storage-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const storage = makeDisk(root);
    const key = `sellimages/${randomUUID()}.jpg`;
    await Promise.all([1, 2, 3].map(() => storage.put(key, bytes('x'))));
    expect(await readdir(join(root, 'sellimages'))).toHaveLength(1);
    await writeFile(join(root, '.hidden'), '');
    expect(await listed(storage)).toEqual([key]);
  });
});

describe('S3', () => {
  const opened = async (given?: Partial<Bucket>, options?: Parameters<typeof startS3>[0]) => {
    const s3 = await startS3(options);
    onTestFinished(s3.close);
    const patience = { tryMs: 300, allMs: 2_000 };
    const storage = makeS3(addressOf(s3, given), 'uploads/', { log, patience });
    return { s3, storage };
  };
  const away = { status: 503, code: 'server.unavailable' };

  test('a server that is busy, breaks off or is silent is asked again', async () => {
    const { s3, storage } = await opened();
    for (const kind of ['http_500', 'http_429', 'reset'] as const)
      s3.faults.add({ operation: 's3', kind });
    const key = newKey();
    expect(await storage.put(key, bytes('x'))).toBe('kept');
    s3.faults.add({ operation: 's3', kind: 'silence' });
    expect(await storage.get(key)).toEqual(bytes('x'));
  });

  test('a file on a slow link has the time of its bytes beside that of a try', async () => {
    const { s3, storage } = await opened();
    s3.faults.add({ operation: 's3', kind: 'delay', delayMs: 900, times: 'always' });
    expect(await storage.put(newKey(), Buffer.alloc(300_000, 'x'))).toBe('kept');
    await expect(storage.put(newKey(), bytes('x'))).rejects.toMatchObject(away);
  });

  test('a list that is cut without a token for its rest is no list', async () => {
    const { storage } = await opened({}, { listed: 1, marked: false });
    for (const key of [newKey(), newKey()]) await storage.put(key, bytes('x'));
    await expect(listed(storage)).rejects.toThrow('without a token');
  });

  test('a write whose answer was lost is known again as its own', async () => {
    const { s3, storage } = await opened();
    const key = newKey();
    s3.faults.add({ operation: 's3', kind: 'reset', after: true });
    expect(await storage.put(key, bytes('mine'))).toBe('kept');
    s3.faults.add({ operation: 's3', kind: 'http_500' });
    expect(await storage.put(key, bytes('another'))).toBe('exists');
    expect(await storage.get(key)).toEqual(bytes('mine'));
  });

  test('a store that is away is an outage, and no missing file', async () => {
    const { s3, storage } = await opened();
    await s3.close();
    const key = newKey();
    const asked = [storage.get(key), storage.put(key, bytes('x')), storage.delete(key)];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ status: 'rejected', reason: away });
  });

  test.each([
    ['a wrong secret', { secret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another bucket', { bucket: 'other' }, 'NoSuchBucket'],
  ])('%s is an outage, too, and its cause tells', async (_, given, code) => {
    const { storage } = await opened(given);
    const refused = {
      ...away,
      cause: expect.objectContaining({ message: expect.stringContaining(code) }),
    };
    await expect(storage.get(newKey())).rejects.toMatchObject(refused);
    await expect(storage.delete(newKey())).rejects.toMatchObject(refused);
  });

  test('the bucket may be in the host, which is signed, too', async () => {
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('x'));
    onTestFinished(() => asked.mockRestore());
    const keys = { keyId: 'id', secret: 'secret' };
    const place = { region: 'eu-central-1', bucket: 'shop', prefix: '', pathStyle: false, ...keys };
    const storage = makeS3({ ...place, endpoint: 'https://s3.example' }, '', { log });
    const key = newKey();
    await storage.get(key);
    const [url, init] = asked.mock.calls[0] ?? [];
    expect(String(url)).toBe(`https://shop.s3.example/${key}`);
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), host: 'shop.s3.example' };
    const request = { method: 'GET', url: `/${key}`, headers };
    expect(signatureProblem(request, Buffer.of(), keys)).toBeUndefined();
  });

  test('a file that no process could hold is refused on both ways', async () => {
    const { s3, storage } = await opened();
    const key = newKey();
    const large = Buffer.alloc(mostBytes + 1);
    await expect(storage.put(key, large)).rejects.toThrow('too large');
    s3.objects.set(`shop/uploads/${key}`, large);
    await expect(storage.get(key)).rejects.toMatchObject(away);
  });
});
