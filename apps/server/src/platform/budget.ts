/** A bound of what all that is under way holds together, and of what each of them who have it under way does. */
export interface Budget {
  /**
   * Runs `work` on the account of `whose`, which takes as it goes: false when too much is taken. All of it
   * is given back at its end.
   */
  run<T>(whose: string, work: (take: (amount: number) => boolean) => Promise<T>): Promise<T>;
}

/** Makes a budget of `most` in all, of which nobody takes more than their `share`. */
export function makeBudget({ most, share }: { most: number; share: number }): Budget {
  let taken = 0;
  const takenBy = new Map<string, number>();

  const book = (whose: string, amount: number): void => {
    const now = (takenBy.get(whose) ?? 0) + amount;
    if (now > 0) takenBy.set(whose, now);
    else takenBy.delete(whose);
    taken += amount;
  };

  return {
    async run(whose, work) {
      let own = 0;
      try {
        return await work((amount) => {
          if (taken + amount > most || (takenBy.get(whose) ?? 0) + amount > share) return false;
          own += amount;
          book(whose, amount);
          return true;
        });
      } finally {
        book(whose, -own);
      }
    },
  };
}
