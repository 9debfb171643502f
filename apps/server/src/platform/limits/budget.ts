/** A bound of what all running work holds together, and of what the work of one owner holds. */
export interface Budget {
  /**
   * Runs `work` with an account of the owner `whose`; what it took is released at its end.
   */
  run<T>(whose: string, work: (account: Account) => Promise<T>): Promise<T>;
}

export interface Account {
  /** Takes an amount; false when too much is taken, or the account was closed or reclaimed. */
  readonly take: (amount: number) => boolean;
  /**
   * Called at most once, when others need what the account holds: it has to release all at once and can take nothing
   * more. Without it an account keeps what it has.
   */
  giveUp: (() => void) | undefined;
}

/** What is held of a budget, by whom, and since when. */
interface Held {
  readonly whose: string;
  readonly account: Account;
  readonly sinceMs: number;
  amount: number;
}

/** Much, and for long. */
const costOf = ({ amount, sinceMs }: Held) => amount * (performance.now() - sinceMs);

/**
 * Makes a budget of `most` in all, of which nobody takes more than their `share`. When all is taken, the account with
 * the highest cost (amount times age) is reclaimed for a cheaper one.
 */
export function makeBudget({ most, share }: { most: number; share: number }): Budget {
  let taken = 0;
  const takenBy = new Map<string, number>();
  const open = new Set<Held>();

  const book = (whose: string, amount: number): void => {
    const now = (takenBy.get(whose) ?? 0) + amount;
    if (now > 0) takenBy.set(whose, now);
    else takenBy.delete(whose);
    taken += amount;
  };
  const close = (held: Held): void => {
    if (open.delete(held)) book(held.whose, -held.amount);
  };
  const makeRoomFor = (newcomer: Held): boolean => {
    let found: Held | undefined;
    let most = costOf(newcomer);
    for (const one of open) {
      const cost = costOf(one);
      if (one.account.giveUp && cost > most) [found, most] = [one, cost];
    }
    if (!found) return false;
    close(found);
    found.account.giveUp?.();
    return true;
  };

  return {
    async run(whose, work) {
      const take = (amount: number): boolean => {
        if (!open.has(held) || (takenBy.get(whose) ?? 0) + amount > share) return false;
        while (taken + amount > most) if (!makeRoomFor(held)) return false;
        held.amount += amount;
        book(whose, amount);
        return true;
      };
      const account: Account = { take, giveUp: undefined };
      const held: Held = { whose, account, sinceMs: performance.now(), amount: 0 };
      open.add(held);
      try {
        return await work(account);
      } finally {
        close(held);
      }
    },
  };
}
