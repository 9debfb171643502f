import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type GroupWork, makeGroups } from './groups.ts';

class Lost extends Error {}

/** Work on numbers that ends when it is told to: each answers its double. */
function doubling({
  bad = -1,
  mostWaiting = 10,
  turnMs = 60_000,
  error = new Error('bad'),
  more = {} as Pick<GroupWork<number, number>, 'apart' | 'luck'>,
} = {}) {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const ended = () => new Promise<void>((end) => ends.push(end));
  const double = makeGroups<number, number>({
    most: 3,
    mostWaiting,
    turnMs,
    ...more,
    async together(wishes) {
      log.push(wishes.join('+'));
      await ended();
      if (wishes.includes(bad)) throw error;
      return wishes.map((wish) => 2 * wish);
    },
    isUndone: (thrown) => !(thrown instanceof Lost),
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

test('of a group that may be done although it failed nothing is tried again: each hears the failure', async () => {
  const error = new Lost('nobody knows');
  const { log, double, endOne } = doubling({ bad: 3, error });
  const all = Promise.allSettled([1, 2, 3].map(double));
  for (let i = 0; i < 2; i += 1) await endOne();
  const lost = { status: 'rejected', reason: error };
  expect(await all).toEqual([{ status: 'fulfilled', value: 2 }, lost, lost]);
  expect(log).toEqual(['1', '2+3']);
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

test('a group that hangs keeps the next waiting for its turn and no longer', async () => {
  const { log, double, endOne } = doubling({ turnMs: 20 });
  const all = [1, 2, 3].map(double);
  expect(log).toEqual(['1']);
  await expect.poll(() => log).toEqual(['1', '2+3']);
  for (let i = 0; i < 2; i += 1) await endOne();
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
});

test('when too many wait the next is told so', async () => {
  const { log, double, endOne } = doubling({ mostWaiting: 2 });
  const all = [1, 2, 3].map(double);
  await expect(double(4)).rejects.toMatchObject({ code: 'request.throttled' });
  for (let i = 0; i < 2; i += 1) await endOne();
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
  expect(log).toEqual(['1', '2+3']);
});

test('wishes with a name in common wait for different groups and keep nobody else waiting', async () => {
  // Tens are one's own: 11 and 12 have 1 in common.
  const apart = (wish: number) => [String(Math.floor(wish / 10))];
  const { log, double, endOne } = doubling({ more: { apart } });
  const all = [11, 12, 13, 21, 22, 31].map(double);
  for (let i = 0; i < 3; i += 1) await endOne();
  expect(log).toEqual(['11', '12+21+31', '13+22']);
  expect(await Promise.all(all)).toEqual([22, 24, 26, 42, 44, 62]);
});

test('who failed alone goes alone until a wish of theirs is done', async () => {
  const luck = {
    namesOf: (wish: number) => [String(wish % 10)],
    blamed: (wish: number) => [String(wish % 10)],
  };
  const { log, double, endOne } = doubling({ bad: 13, more: { luck } });
  const failed = double(13).catch(String);
  for (let i = 0; i < 2; i += 1) await endOne();
  expect(await failed).toBe('Error: 13 is bad');
  const others = [1, 23, 2].map(double);
  expect(log.slice(2)).toEqual(['1', 'alone 23']);
  for (let i = 0; i < 3; i += 1) await endOne();
  await Promise.all(others);
  const again = [1, 33, 2].map(double);
  for (let i = 0; i < 2; i += 1) await endOne();
  await Promise.all(again);
  expect(log.slice(-2)).toEqual(['1', '33+2']);
});
