import { expect, test } from 'vitest';
import { makeByteBudget } from './byte-budget.ts';

test('a network is sent its budget a minute and what goes beyond it once, others theirs', () => {
  let now = 5_000;
  const budget = makeByteBudget(10, () => now);
  const ask = (network: string) => {
    try {
      budget.requireLeft(network);
    } catch (error) {
      return error;
    }
    budget.spend(network, 6);
    return 'sent';
  };
  expect([ask('a'), ask('a')]).toEqual(['sent', 'sent']);
  now += 20_000;
  expect(ask('a')).toMatchObject({ code: 'request.throttled', facts: { retryAfterSeconds: 40 } });
  expect(ask('b')).toBe('sent');
  now += 40_000;
  expect(ask('a')).toBe('sent');
});

test('a budget of nothing binds nobody', () => {
  const budget = makeByteBudget(0);
  budget.spend('a', 1_000);
  expect(() => budget.requireLeft('a')).not.toThrow();
});
