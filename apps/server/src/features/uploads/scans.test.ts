import { randomBytes } from 'node:crypto';
import { maxUploadBytes } from '@giftlane/contract/members/upload-limits.ts';
import { expect, test } from 'vitest';
import { loadSharp } from '../../platform/render/sharp.ts';
import { makePicture, scannedAgain } from './pictures.testing.ts';
import { countScans } from './scans.ts';

const from = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('scans of a JPEG are counted as the library reads them, up to one more than are asked for', async () => {
  const sharp = await loadSharp();
  const plain = await makePicture({ width: 300, height: 300 });
  expect(countScans(plain, 50)).toBe(1);
  expect(countScans(await sharp(plain).jpeg({ progressive: true }).toBuffer(), 50)).toBe(10);
  expect(countScans(await scannedAgain(7, { edge: 100 }), 50)).toBe(9);
  expect(countScans(await scannedAgain(500, { edge: 100 }), 50)).toBe(51);
});

test.each([
  ['a preview in a segment is not one', 'ffd8 ffe1 0006 ffda 0002 ffda 0002 11 ffd9', 1],
  ['what follows the end is not read', 'ffd8 ffda 0002 11 ffd9 ffda 0002 ffda 0002', 1],
  ['restarts and stuffed bytes belong to a scan', 'ffd8 ffda 0002 ff00 ffd0 ff00 ffd7 11 ffd9', 1],
  ['a marker may be filled up', 'ffd8 ffff ffda 0002 ffff ffda 0002 ffd9', 2],
  [
    'bytes between segments are skipped',
    'ffd8 ffda 0002 11 22 ffdd 0004 0001 33 ffda 0002 ffd9',
    2,
  ],
  ['a length beyond the end is its end', 'ffd8 ffe1 ffff ffda', 0],
  [
    'what begins no segment has no length',
    'ffd8 ffdd 0004 0001 ffda 0002 11 ff02 ffff ffda 0002 ffbf 1000 ffda 0002 ffd9',
    3,
  ],
  ['half a marker is none', 'ffd8 ffda 0002 ff', 1],
  ['nothing has none', '', 0],
])('%s', (_, hex, scans) => {
  expect(countScans(from(hex), 50)).toBe(scans);
});

test.each([
  ['stuffed bytes', 'ff00'],
  ['restarts', 'ffd0'],
  ['empty segments', 'ffe00002'],
  ['fill bytes', 'ff'],
])('a file of nothing but %s is given up, and counts as one of too many scans', (_, filler) => {
  const bytes = Buffer.alloc(maxUploadBytes, from(filler));
  bytes.set([0xff, 0xd8, 0xff]);
  expect(countScans(bytes, 50)).toBe(51);
});

test('photographs are read to their end: of noise at the best quality, and of one restart after each unit', async () => {
  const sharp = await loadSharp();
  const [width, height] = [1_900, 1_400];
  const raw = { width, height, channels: 3 as const };
  const noise = sharp(randomBytes(width * height * 3), { raw });
  const noisy = await noise.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  expect(noisy.length).toBeGreaterThan(0.8 * maxUploadBytes);
  expect(countScans(noisy, 50)).toBe(1);
  const units = (12_000_000 / 16 / 8) | 0;
  const restarting = Buffer.alloc(units * 6, from('11223344ffd0'));
  const scan = from('ffda0002');
  expect(countScans(Buffer.concat([scan, restarting, scan, from('11ffd9')]), 50)).toBe(2);
});
