import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeTurns, type TurnLimits } from './turns.ts';

const usual: TurnLimits = {
  width: 1,
  mostWaiting: 100,
  ofMember: 100,
  ofNetwork: 200,
  patienceMs: 60_000,
};

/** Turns of a drawer that is told when a picture is done; `order` is that in which they were begun. */
function drawer(limits: Partial<TurnLimits> = {}) {
  const turns = makeTurns({ ...usual, ...limits });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const put = (name: string, pixels: number, network = `net of ${name[0]}`) =>
    turns
      .run({ memberId: name[0] ?? '', network, pixels }, async () => {
        order.push(name);
        await new Promise<void>((end) => ends.push(end));
        return 'drawn';
      })
      .catch((error: { code: string }) => error.code);
  const drawAll = async () => {
    await sleep(1);
    while (ends.length > 0) {
      ends.shift()?.();
      await sleep(1);
    }
  };
  return { put, order, drawAll };
}

test('a small picture waits for the one that is drawn, not for all that large ones have waiting', async () => {
  const { put, order, drawAll } = drawer();
  const all = ['a1', 'b1', 'c1', 'd1', 'a2', 'b2'].map((name) => put(name, 40));
  all.push(put('h1', 1));
  await drawAll();
  expect(order.slice(0, 2)).toEqual(['a1', 'h1']);
  expect(await Promise.all(all)).toEqual(Array(7).fill('drawn'));
});

test('members take turns, however many pictures one of them has', async () => {
  const { put, order, drawAll } = drawer();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => put(name, 10));
  await drawAll();
  await Promise.all(all);
  expect(order.indexOf('b1')).toBeLessThanOrEqual(2);
  expect(order.indexOf('b2')).toBeLessThanOrEqual(4);
  // Those of one member in the order they came.
  expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('a member, and a network, has so many pixels waiting, and always a first picture', async () => {
  const { put, drawAll } = drawer();
  const large = put('a1', 150, 'one');
  expect(await put('a2', 1, 'other')).toBe('request.throttled');
  const near = put('b1', 50, 'one');
  expect(await put('c1', 1, 'one')).toBe('request.throttled');
  const far = put('c2', 1, 'other');
  await drawAll();
  expect(await Promise.all([large, near, far])).toEqual(Array(3).fill('drawn'));
  // What is over counts no more.
  const again = put('a3', 100, 'one');
  await drawAll();
  expect(await again).toBe('drawn');
});

test('who waits too long hears so, and leaves the turn to others', async () => {
  const { put, order, drawAll } = drawer({ patienceMs: 20 });
  const first = put('a1', 10);
  expect(await put('b1', 10)).toBe('request.throttled');
  const last = put('c1', 10);
  await drawAll();
  expect(await Promise.all([first, last])).toEqual(['drawn', 'drawn']);
  expect(order).toEqual(['a1', 'c1']);
});
