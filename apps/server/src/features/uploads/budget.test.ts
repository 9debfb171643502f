import { expect, test } from 'vitest';
import { makeBudget } from './budget.ts';

test('what is taken together stays within the budget, and is given back at the end, also of what fails', async () => {
  const budget = makeBudget(10);
  const first = Promise.withResolvers<void>();
  const long = budget.run(async (take) => {
    expect([take(4), take(4)]).toEqual([true, true]);
    await first.promise;
  });
  await budget.run(async (take) =>
    expect([take(3), take(2), take(1)]).toEqual([false, true, false]),
  );
  await expect(
    budget.run(async (take) => {
      expect(take(2)).toBe(true);
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  first.resolve();
  await long;
  await budget.run(async (take) => expect(take(10)).toBe(true));
});
