import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

/** Asks for works by `lane/from` and keeps account of the order in which they ran. */
function asks(mostWaiting: number, width = 1) {
  const turns = makeTurns({ width, mostWaiting });
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const ask = (name: string) => {
    const [lane = '', from = ''] = name.split('/');
    return turns.run({ lane, from }, async () => {
      order.push(name);
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
    });
  };
  const all = async (names: string[]) => {
    const outcomes = await Promise.allSettled(names.map(ask));
    return names.filter((_, i) => outcomes[i]?.status === 'rejected');
  };
  return { all, order, most: () => most };
}

test('who waits has turns by where they come from, and by lane', async () => {
  const { all, order } = asks(10);
  expect(await all(['s/a', 's/a', 's/a', 's/a', 's/b', 's/c', 'm/x', 'm/x'])).toEqual([]);
  expect(order).toEqual(['s/a', 's/a', 'm/x', 's/b', 'm/x', 's/c', 's/a', 's/a']);
});

test('over all lanes so many run at once', async () => {
  const { all, order, most } = asks(10, 2);
  await all(['s/a', 's/b', 'm/x', 'm/y', 's/a', 'm/x']);
  expect([most(), order.length]).toEqual([2, 6]);
});

test('in a full lane who has the most places gives way to who has fewer; other lanes have their own', async () => {
  const { all, order } = asks(3);
  const refused = await all(['s/a', 's/a', 's/a', 's/a', 's/a', 's/b', 's/c', 's/d', 'm/x']);
  expect(refused).toEqual(['s/a', 's/a', 's/a', 's/d']);
  expect(order).toEqual(['s/a', 's/a', 'm/x', 's/b', 's/c']);
});

test('work that fails gives its place to the next', async () => {
  const turns = makeTurns({ width: 1, mostWaiting: 1 });
  const at = { lane: 's', from: 'a' };
  const failing = turns.run(at, () => Promise.reject(new Error('broken')));
  const next = turns.run(at, () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await turns.run(at, () => Promise.resolve('again'))).toBe('again');
});
