/**
 * Places for what others may hold up for as long as they like, such as by reading slowly. When all are taken, who has
 * had theirs for a while gives it up to somebody who has fewer.
 */
import { Refusal } from './refusal.ts';

export interface PlaceLimits {
  /** Places of all, and of one member. */
  readonly most: number;
  readonly share: number;
  /** A member may have and wait for so many together; more are refused. */
  readonly mostAsked: number;
  /** A place that was had for so long may go to somebody else. */
  readonly patienceMs: number;
  readonly retryAfterSeconds: number;
}

/** So often in the time of patience who waits looks for a place that may go to them. */
const looks = 4;

/** Who asks for a place, and how to end what they do there. */
export interface Guest {
  readonly whose: string;
  readonly giveUp: () => void;
}

export interface Places {
  /** Runs `work` at a place, which may be given up meanwhile; refuses `request.throttled` what can not wait. */
  run<T>(guest: Guest, work: () => Promise<T>): Promise<T>;
}

interface Holder extends Guest {
  readonly sinceMs: number;
}

interface Waiting {
  readonly guest: Guest;
  readonly go: (holder: Holder) => void;
}

/** Makes places. Of those that wait, who has the fewest is next. */
export function makePlaces(limits: PlaceLimits): Places {
  /** Who came first is first. */
  const holders = new Set<Holder>();
  const waiting: Waiting[] = [];

  const countOf = (whose: string): number =>
    [...holders].filter((one) => one.whose === whose).length;

  /** Of those with the most places, and more than `own`, who has had one for longest. */
  const pushOut = (own: number): boolean => {
    let found: Holder | undefined;
    let most = own;
    for (const one of holders) {
      if (performance.now() - one.sinceMs < limits.patienceMs) break;
      const count = countOf(one.whose);
      if (count > most) [found, most] = [one, count];
    }
    if (!found) return false;
    holders.delete(found);
    found.giveUp();
    return true;
  };
  const enter = (guest: Guest): Holder | undefined => {
    const own = countOf(guest.whose);
    if (own >= limits.share || (holders.size >= limits.most && !pushOut(own))) return undefined;
    const holder = { ...guest, sinceMs: performance.now() };
    holders.add(holder);
    return holder;
  };
  const wait = async (guest: Guest): Promise<Holder> => {
    const { whose } = guest;
    const others = waiting.filter((one) => one.guest.whose === whose).length;
    if (countOf(whose) + others >= limits.mostAsked)
      throw new Refusal('request.throttled', { retryAfterSeconds: limits.retryAfterSeconds });
    const { promise, resolve } = Promise.withResolvers<Holder>();
    const mine: Waiting = { guest, go: resolve };
    waiting.push(mine);
    const again = setInterval(() => tryToEnter(mine), limits.patienceMs / looks);
    return promise.finally(() => clearInterval(again));
  };
  const tryToEnter = (one: Waiting): boolean => {
    const holder = enter(one.guest);
    if (!holder) return false;
    waiting.splice(waiting.indexOf(one), 1);
    one.go(holder);
    return true;
  };
  const leave = (holder: Holder): void => {
    // Whoever pushed them out has their place.
    if (!holders.delete(holder)) return;
    let next: Waiting | undefined;
    let fewest = limits.share;
    for (const one of waiting) {
      const count = countOf(one.guest.whose);
      if (count < fewest) [next, fewest] = [one, count];
    }
    if (next) tryToEnter(next);
  };

  return {
    async run(guest, work) {
      const holder = enter(guest) ?? (await wait(guest));
      try {
        return await work();
      } finally {
        leave(holder);
      }
    },
  };
}
