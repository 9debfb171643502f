import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('a key takes what there is and what goes beyond it once, others theirs, and it comes back as time goes by', () => {
  let now = 5_000;
  const limit = new RateLimit(10, 60_000, () => now);
  const ask = (key: string) => {
    try {
      limit.requireLeft(key);
    } catch (error) {
      return error;
    }
    limit.take(key, 10);
    return 'taken';
  };
  limit.take('a', 5);
  expect(ask('a')).toBe('taken');
  expect(limit.left('a')).toBe(-5);
  expect(ask('a')).toMatchObject({ code: 'request.throttled', facts: { retryAfterSeconds: 31 } });
  expect(ask('b')).toBe('taken');
  now += 31_000;
  expect(ask('a')).toBe('taken');
  now += 600_000;
  expect(limit.left('a')).toBe(10);
});

test('a limit of nothing binds nobody', () => {
  const limit = new RateLimit(0, 60_000);
  limit.take('a', 1_000);
  expect(() => limit.requireLeft('a')).not.toThrow();
});
