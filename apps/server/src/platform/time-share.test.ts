import { expect, test } from 'vitest';
import { makeTimeShare } from './time-share.ts';

test('what was taken comes back as time goes by, and never more than there is at once', () => {
  let now = 0;
  const time = makeTimeShare({ share: 0.25, mostMs: 100 }, () => now);
  expect(time.leftMs).toBe(100);
  time.take(140);
  expect(time.leftMs).toBe(-40);
  now += 200;
  expect(time.leftMs).toBe(10);
  now += 10_000;
  expect(time.leftMs).toBe(100);
});
