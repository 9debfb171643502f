import { expect, test } from 'vitest';
import { makeBudget } from './budget.ts';

test('what is taken together stays within the budget, and is given back at the end, also of what fails', async () => {
  const budget = makeBudget({ most: 10, share: 10 });
  const first = Promise.withResolvers<void>();
  const long = budget.run('anna', async ({ take }) => {
    expect([take(4), take(4)]).toEqual([true, true]);
    await first.promise;
  });
  await budget.run('bert', async ({ take }) =>
    expect([take(3), take(2), take(1)]).toEqual([false, true, false]),
  );
  await expect(
    budget.run('bert', async ({ take }) => {
      expect(take(2)).toBe(true);
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  first.resolve();
  await long;
  await budget.run('cora', async ({ take }) => expect(take(10)).toBe(true));
});

test('nobody takes more than their share, by however much at once, and others take what is left', async () => {
  const budget = makeBudget({ most: 10, share: 4 });
  await budget.run('anna', async ({ take: one }) => {
    expect(one(3)).toBe(true);
    await budget.run('anna', async ({ take: other }) =>
      expect([other(2), other(1)]).toEqual([false, true]),
    );
    await budget.run('bert', async ({ take: his }) => expect(his(4)).toBe(true));
    expect([one(2), one(1)]).toEqual([false, true]);
  });
  await budget.run('anna', async ({ take }) => expect(take(4)).toBe(true));
});

/** Lets a moment pass, in which those who hold something hold it longer. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

test('what is held for longest and most is given up for what is new, where it may be', async () => {
  const budget = makeBudget({ most: 10, share: 10 });
  const over = Promise.withResolvers<void>();
  const given: string[] = [];
  const hold = (whose: string, amount: number, mayGo = true) =>
    budget.run(whose, async (account) => {
      expect(account.take(amount)).toBe(true);
      if (mayGo) account.giveUp = () => given.push(whose);
      await over.promise;
      return account.take(1);
    });
  const all = [hold('anna', 5, false), hold('bert', 3), hold('cora', 2)];
  await aMoment();
  await budget.run('dora', async ({ take }) => {
    expect([take(3), given]).toEqual([true, ['bert']]);
    await budget.run('emma', async (other) => {
      expect([other.take(2), given]).toEqual([true, ['bert', 'cora']]);
      expect(other.take(1)).toBe(false);
    });
  });
  over.resolve();
  // Whoever gave up what they had takes nothing any more.
  expect(await Promise.all(all)).toEqual([true, false, false]);
  await budget.run('fred', async ({ take }) => expect(take(10)).toBe(true));
});

test('nothing is given up for who holds more, or has held it for longer', async () => {
  const budget = makeBudget({ most: 10, share: 10 });
  await budget.run('anna', async ({ take }) => {
    expect(take(6)).toBe(true);
    await aMoment();
    await budget.run('bert', async (account) => {
      account.giveUp = () => expect.unreachable();
      expect(account.take(4)).toBe(true);
      expect(take(1)).toBe(false);
    });
  });
});
