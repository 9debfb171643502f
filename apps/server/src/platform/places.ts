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

/** So often in the time of patience it is looked whether a place may go to who waits. */
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

/** Makes places. Of those that wait, who has the fewest is next, and of these who came first. */
export function makePlaces(limits: PlaceLimits): Places {
  /** Who came first is first. */
  const holders = new Set<Holder>();
  const waiting: Waiting[] = [];
  let looking: NodeJS.Timeout | undefined;

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
  /** Lets in who is next; false when nobody is, or there is no place for them. */
  const letNextIn = (): boolean => {
    let next: Waiting | undefined;
    let fewest = limits.share;
    for (const one of waiting) {
      const count = countOf(one.guest.whose);
      if (count < fewest) [next, fewest] = [one, count];
    }
    const holder = next && enter(next.guest);
    if (!next || !holder) return false;
    waiting.splice(waiting.indexOf(next), 1);
    next.go(holder);
    return true;
  };
  const look = (): void => {
    while (letNextIn());
    if (waiting.length > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
  const wait = async (guest: Guest): Promise<Holder> => {
    const { whose } = guest;
    const others = waiting.filter((one) => one.guest.whose === whose).length;
    if (countOf(whose) + others >= limits.mostAsked)
      throw new Refusal('request.throttled', { retryAfterSeconds: limits.retryAfterSeconds });
    const { promise, resolve } = Promise.withResolvers<Holder>();
    waiting.push({ guest, go: resolve });
    looking ??= setInterval(look, limits.patienceMs / looks);
    return promise;
  };
  /** Whether somebody waits who is to be let in before them: whoever asks again and again overtakes nobody. */
  const isLater = ({ whose }: Guest): boolean => {
    const own = countOf(whose);
    return waiting.some((one) => countOf(one.guest.whose) <= own);
  };
  const leave = (holder: Holder): void => {
    // Whoever pushed them out has their place.
    if (holders.delete(holder)) look();
  };

  return {
    async run(guest, work) {
      const holder = (isLater(guest) ? undefined : enter(guest)) ?? (await wait(guest));
      try {
        return await work();
      } finally {
        leave(holder);
      }
    },
  };
}
