import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeGroups } from './groups.ts';

/** Work on numbers that ends when it is told to: each answers its double. */
function doubling({ most = 3, bad = -1 } = {}) {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const ended = () => new Promise<void>((end) => ends.push(end));
  const double = makeGroups<number, number>({
    most,
    async together(wishes) {
      log.push(wishes.join('+'));
      await ended();
      if (wishes.includes(bad)) throw new Error('one is bad');
      return wishes.map((wish) => 2 * wish);
    },
    async alone(wish) {
      log.push(`alone ${wish}`);
      await ended();
      if (wish === bad) throw new Error(`${wish} is bad`);
      return 2 * wish;
    },
  });
  const endOne = async () => {
    ends.shift()?.();
    await turn();
  };
  return { log, double, endOne };
}

test('the first begins at once; what comes meanwhile goes together, as many as may', async () => {
  const { log, double, endOne } = doubling();
  const all = [1, 2, 3, 4, 5].map(double);
  expect(log).toEqual(['1']);
  for (let i = 0; i < 3; i += 1) await endOne();
  expect(log).toEqual(['1', '2+3+4', '5']);
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10]);
  const later = double(6);
  expect(log.at(-1)).toBe('6');
  await endOne();
  expect(await later).toBe(12);
});

test('of a group that fails each is tried alone and hears its own answer', async () => {
  const { log, double, endOne } = doubling({ bad: 3 });
  const all = Promise.allSettled([1, 2, 3, 4].map(double));
  for (let i = 0; i < 5; i += 1) await endOne();
  expect(log).toEqual(['1', '2+3+4', 'alone 2', 'alone 3', 'alone 4']);
  expect(await all).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: new Error('3 is bad') },
    { status: 'fulfilled', value: 8 },
  ]);
});

test('one that is tried alone keeps no others waiting', async () => {
  const { log, double, endOne } = doubling({ bad: 1 });
  const slow = double(1).catch(String);
  await endOne();
  expect(log).toEqual(['1', 'alone 1']);
  const other = double(2);
  expect(log.at(-1)).toBe('2');
  await endOne();
  expect(await slow).toBe('Error: 1 is bad');
  await endOne();
  expect(await other).toBe(4);
});

test('a group that is answered in part counts as failed', async () => {
  const double = makeGroups<number, number>({
    most: 3,
    together: async () => [],
    alone: async (wish) => 2 * wish,
  });
  expect(await Promise.all([double(1), double(2)])).toEqual([2, 4]);
});
