import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Gate, type GateLimits } from './gate.ts';

/** A gate for works whose names begin with their key; each ends when it is told to, or is given up. */
function hall(limits: GateLimits) {
  const gate = new Gate(limits);
  const inside = new Map<string, () => void>();
  const order: string[] = [];
  const leave = (name: string) => inside.get(name)?.();
  const ask = (name: string, weight = 1): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = () => {
      order.push(name);
      inside.set(name, () => {
        inside.delete(name);
        resolve('over');
      });
      return promise;
    };
    const asked = gate.run(name[0] ?? '', work, { weight, giveUp: () => leave(name) });
    return asked.catch((refusal: { code: string }) => refusal.code);
  };
  const names = () => [...inside.keys()];
  /** Ends what runs, one after the other, until nothing does. */
  const finish = async () => {
    await turn();
    for (let [first] = names(); first; [first] = names()) {
      leave(first);
      await turn();
    }
  };
  return { gate, ask, leave, names, order, finish };
}

const throttled = 'request.throttled';

test('of each key so many run at once, in the order they came, other keys beside them', async () => {
  const { ask, leave, names, order, finish } = hall({ ofKey: 2 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => ask(name));
  expect(names()).toEqual(['a1', 'a2', 'b1']);
  leave('a2');
  await turn();
  expect(names()).toEqual(['a1', 'b1', 'a3']);
  await finish();
  expect(await Promise.all(all)).toEqual(Array(5).fill('over'));
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('work that fails makes room, and its failure is its own', async () => {
  const { gate } = hall({ atOnce: 1, waiting: 1 });
  const failing = gate.run('a', () => Promise.reject(new Error('broken')));
  const next = gate.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await gate.run('a', () => Promise.resolve('again'))).toBe('again');
});

test('more than a key may ask for is refused, and the rest goes on', async () => {
  const { gate, ask, names, finish } = hall({ ofKey: 1, askedOfKey: 2 });
  const all = [ask('a1'), ask('a2')];
  await expect(gate.run('a', () => Promise.resolve())).rejects.toMatchObject({
    code: throttled,
    facts: { retryAfterSeconds: 1 },
  });
  expect(names()).toEqual(['a1']);
  await finish();
  expect(await Promise.all(all)).toEqual(['over', 'over']);
});

test('keys take turns, whatever one of them has waiting', async () => {
  const { ask, order, finish } = hall({ atOnce: 1 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name));
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('over all keys so many run at once', async () => {
  const { ask, names, leave, finish } = hall({ atOnce: 2 });
  for (const name of ['a1', 'b1', 'c1', 'd1']) void ask(name);
  expect(names()).toEqual(['a1', 'b1']);
  leave('a1');
  await turn();
  expect(names()).toEqual(['b1', 'c1']);
  await finish();
});

test('where too much waits, the key with the most gives way to who has less', async () => {
  const { ask, order, finish } = hall({ atOnce: 1, waiting: 3 });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1'].map((name) => ask(name));
  await finish();
  const outcomes = await Promise.all(all);
  expect(outcomes.flatMap((one, i) => (one === throttled ? [i] : []))).toEqual([2, 3, 4, 7]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('light work waits for what runs, not for all the heavy work that waits', async () => {
  const { ask, order, finish } = hall({ atOnce: 1 });
  for (const name of ['a1', 'b1', 'c1', 'd1', 'a2', 'b2']) void ask(name, 40);
  void ask('h1', 1);
  await finish();
  expect(order.slice(0, 2)).toEqual(['a1', 'h1']);
});

test('heavy work has its turn, however much light work comes after it', async () => {
  const { ask, order, leave, finish } = hall({ atOnce: 1 });
  void ask('a1', 1);
  void ask('b1', 3);
  for (let n = 1; n < 9; n += 1) {
    void ask(`${n}x`, 1);
    leave(order.at(-1) ?? '');
    await turn();
  }
  expect(order.slice(0, 5)).toContain('b1');
  await finish();
});

test('of those that wait, whoever has the least running is next, however much theirs was', async () => {
  const { ask, leave, names, finish } = hall({ atOnce: 2 });
  void ask('b1', 9);
  for (const name of ['a1', 'a2', 'b2']) void ask(name);
  leave('b1');
  await turn();
  expect(names()).toEqual(['a1', 'b2']);
  await finish();
});

test('what was refused puts nobody behind', async () => {
  const { ask, leave, names, finish } = hall({ atOnce: 3, waiting: 2 });
  for (const name of ['a1', 'b1', 'c1']) void ask(name);
  void ask('c2', 4);
  void ask('d1');
  for (let n = 2; n < 7; n += 1) expect(await ask(`a${n}`)).toBe(throttled);
  leave('b1');
  await turn();
  void ask('a7');
  leave('d1');
  await turn();
  expect(names()).toEqual(['a1', 'c1', 'a7']);
  await finish();
});

test('a key has so much weight, and always a first piece; what is over counts no more', async () => {
  const { ask, finish } = hall({ askedOfKey: 100 });
  const large = ask('a1', 150);
  expect(await ask('a2', 1)).toBe(throttled);
  const other = ask('b1', 50);
  await finish();
  expect(await Promise.all([large, other])).toEqual(['over', 'over']);
  const again = ask('a3', 100);
  await finish();
  expect(await again).toBe('over');
});

test('what waits too long is refused, and leaves its turn to others', async () => {
  const { ask, order, finish } = hall({ atOnce: 1, waitMs: 20 });
  const first = ask('a1');
  expect(await ask('b1')).toBe(throttled);
  const last = ask('c1');
  await finish();
  expect(await Promise.all([first, last])).toEqual(['over', 'over']);
  expect(order).toEqual(['a1', 'c1']);
});

const places: GateLimits = { atOnce: 3, ofKey: 2, askedOfKey: 4, holdMs: 60_000 };

test('of those that wait, whoever has the least running is next', async () => {
  const { ask, leave, names, finish } = hall(places);
  for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void ask(name);
  expect(names()).toEqual(['a1', 'a2', 'b1']);
  leave('a1');
  await expect.poll(names).toEqual(['a2', 'b1', 'c1']);
  await finish();
});

test('what has run for a while is given up for who has less, whoever has the most first', async () => {
  const { ask, names, finish } = hall({ ...places, holdMs: 100 });
  const asked = ['b1', 'a1', 'a2', 'c1'].map((name) => ask(name));
  expect(names()).toEqual(['b1', 'a1', 'a2']);
  expect(await asked[1]).toBe('over');
  await expect.poll(names).toEqual(['b1', 'a2', 'c1']);
  void ask('d1');
  expect(await asked[0]).toBe('over');
  await expect.poll(names).toEqual(['a2', 'c1', 'd1']);
  await finish();
});

test('the only work of a key is not given up for who has one as well', async () => {
  const { ask, names, finish } = hall({ ...places, holdMs: 20 });
  for (const name of ['a1', 'b1', 'c1', 'a2']) void ask(name);
  await sleep(100);
  expect(names()).toEqual(['a1', 'b1', 'c1']);
  await finish();
});

test('who asks again and again overtakes nobody who waits', async () => {
  const { ask, leave, names } = hall({ atOnce: 1, ofKey: 1, askedOfKey: 1, holdMs: 400 });
  void ask('a1');
  await sleep(30);
  void ask('h1');
  // Of these two one always has no place, and they ask more often than it is looked who waits.
  const asking = setInterval(() => ['a2', 'b2'].map((name) => ask(name)), 5);
  onTestFinished(() => clearInterval(asking));
  await expect.poll(names, { timeout: 3_000 }).toEqual(['h1']);
  clearInterval(asking);
  leave('h1');
});
