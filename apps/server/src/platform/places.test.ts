import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makePlaces, type PlaceLimits } from './places.ts';

const usual: PlaceLimits = {
  most: 3,
  share: 2,
  mostAsked: 4,
  patienceMs: 60_000,
  retryAfterSeconds: 7,
};

/** Places of which it is told who has them, by names that begin with whose they are. */
function hall(limits: Partial<PlaceLimits> = {}) {
  const places = makePlaces({ ...usual, ...limits });
  const inside = new Map<string, () => void>();
  const ask = (name: string): Promise<string> => {
    const leave = () => inside.get(name)?.();
    const work = () =>
      new Promise<string>((resolve) => {
        inside.set(name, () => {
          inside.delete(name);
          resolve('over');
        });
      });
    return places
      .run({ whose: name[0] ?? '', giveUp: leave }, work)
      .catch((refusal: { code: string }) => refusal.code);
  };
  return { ask, leave: (name: string) => inside.get(name)?.(), names: () => [...inside.keys()] };
}

test('a member has their share of places, and so many of theirs wait', async () => {
  const { ask, leave, names } = hall();
  const asked = ['a1', 'a2', 'a3', 'a4'].map(ask);
  expect(await ask('a5')).toBe('request.throttled');
  expect(names()).toEqual(['a1', 'a2']);
  leave('a1');
  expect(await asked[0]).toBe('over');
  await expect.poll(names).toEqual(['a2', 'a3']);
});

test('of those that wait, whoever has the fewest places is next', async () => {
  const { ask, leave, names } = hall();
  for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void ask(name);
  expect(names()).toEqual(['a1', 'a2', 'b1']);
  leave('a1');
  await expect.poll(names).toEqual(['a2', 'b1', 'c1']);
});

test('who has had a place for a while gives it up to who has fewer, whoever has the most first', async () => {
  const { ask, names } = hall({ patienceMs: 100 });
  const asked = ['b1', 'a1', 'a2', 'c1'].map(ask);
  expect(names()).toEqual(['b1', 'a1', 'a2']);
  expect(await asked[1]).toBe('over');
  await expect.poll(names).toEqual(['b1', 'a2', 'c1']);
  void ask('d1');
  expect(await asked[0]).toBe('over');
  await expect.poll(names).toEqual(['a2', 'c1', 'd1']);
});

test('a place that somebody has alone does not go to who has one as well', async () => {
  const { ask, names } = hall({ patienceMs: 20 });
  for (const name of ['a1', 'b1', 'c1', 'a2']) void ask(name);
  await sleep(100);
  expect(names()).toEqual(['a1', 'b1', 'c1']);
});

test('who asks again and again overtakes nobody who waits', async () => {
  const { ask, leave, names } = hall({ most: 1, share: 1, mostAsked: 1, patienceMs: 400 });
  void ask('a1');
  await sleep(30);
  void ask('h1');
  // Of these two one always has no place, and they ask more often than it is looked who waits.
  const asking = setInterval(() => ['a2', 'b2'].map(ask), 5);
  onTestFinished(() => clearInterval(asking));
  await expect.poll(names, { timeout: 3_000 }).toEqual(['h1']);
  clearInterval(asking);
  leave('h1');
});
