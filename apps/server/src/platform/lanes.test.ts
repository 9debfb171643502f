import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeLanes } from './lanes.ts';

/** Work that ends when it is told to, and keeps account of what ran. */
function works() {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} began`);
    await new Promise<void>((end) => ends.push(end));
    log.push(`${name} ended`);
    return name;
  };
  const endOne = async () => {
    ends.shift()?.();
    await turn();
  };
  return { log, work, endOne };
}

test('a lane runs its works in the order they came, other lanes beside it', async () => {
  const lanes = makeLanes({ width: 1, mostWaiting: 10 });
  const { log, work, endOne } = works();
  const all = [
    lanes.run('anna', work('a1')),
    lanes.run('anna', work('a2')),
    lanes.run('ben', work('b1')),
  ];
  await turn();
  expect(log).toEqual(['a1 began', 'b1 began']);
  await endOne();
  expect(log.slice(2)).toEqual(['a1 ended', 'a2 began']);
  await endOne();
  await endOne();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
});

test('a wide lane runs as many works at once as it is wide, the rest in their order', async () => {
  const lanes = makeLanes({ width: 2, mostWaiting: 10 });
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 8 }, (_, i) =>
    lanes.run('anna', async () => {
      began.push(i);
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
    }),
  );
  await Promise.all(works);
  expect(most).toBe(2);
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a work that fails makes room, and its failure is its own', async () => {
  const lanes = makeLanes({ width: 1, mostWaiting: 10 });
  const failing = lanes.run('anna', () => Promise.reject(new Error('broken')));
  const next = lanes.run('anna', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('more than may wait is refused, and the lane goes on', async () => {
  const lanes = makeLanes({ width: 1, mostWaiting: 1 });
  const { work, endOne } = works();
  const first = lanes.run('anna', work('a1'));
  const second = lanes.run('anna', work('a2'));
  await expect(lanes.run('anna', work('a3'))).rejects.toMatchObject({
    code: 'request.throttled',
    facts: { retryAfterSeconds: 1 },
  });
  await endOne();
  await endOne();
  expect(await Promise.all([first, second])).toEqual(['a1', 'a2']);
});
