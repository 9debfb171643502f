import { expect, test } from 'vitest';
import { makeBudget } from './budget.ts';

test('what is taken together stays within the budget, and is given back at the end, also of what fails', async () => {
  const budget = makeBudget({ most: 10, share: 10 });
  const first = Promise.withResolvers<void>();
  const long = budget.run('anna', async (take) => {
    expect([take(4), take(4)]).toEqual([true, true]);
    await first.promise;
  });
  await budget.run('bert', async (take) =>
    expect([take(3), take(2), take(1)]).toEqual([false, true, false]),
  );
  await expect(
    budget.run('bert', async (take) => {
      expect(take(2)).toBe(true);
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  first.resolve();
  await long;
  await budget.run('cora', async (take) => expect(take(10)).toBe(true));
});

test('nobody takes more than their share, by however much at once, and others take what is left', async () => {
  const budget = makeBudget({ most: 10, share: 4 });
  await budget.run('anna', async (one) => {
    expect(one(3)).toBe(true);
    await budget.run('anna', async (other) => expect([other(2), other(1)]).toEqual([false, true]));
    await budget.run('bert', async (his) => expect(his(4)).toBe(true));
    expect([one(2), one(1)]).toEqual([false, true]);
  });
  await budget.run('anna', async (take) => expect(take(4)).toBe(true));
});
