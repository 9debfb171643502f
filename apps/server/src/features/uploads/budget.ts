/** A bound of what all that is under way holds together. */
export interface Budget {
  /** Runs `work`, which takes as it goes: false when too much is taken. All of it is given back at its end. */
  run<T>(work: (take: (amount: number) => boolean) => Promise<T>): Promise<T>;
}

export function makeBudget(most: number): Budget {
  let taken = 0;
  return {
    async run(work) {
      let own = 0;
      try {
        return await work((amount) => {
          if (taken + amount > most) return false;
          own += amount;
          taken += amount;
          return true;
        });
      } finally {
        taken -= own;
      }
    },
  };
}
