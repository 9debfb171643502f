/** Turns at drawing pictures: fair between members, and small pictures before large ones. */
import { Refusal } from '../../platform/refusal.ts';

export interface Picture {
  readonly memberId: string;
  /** Where it comes from. */
  readonly network: string;
  readonly pixels: number;
}

export interface TurnLimits {
  /** How many are drawn at once, and how many wait. */
  readonly width: number;
  readonly mostWaiting: number;
  /** Pixels that wait or are drawn for a member, and for a network, beyond a first picture. */
  readonly ofMember: number;
  readonly ofNetwork: number;
  readonly patienceMs: number;
}

export interface Turns {
  /** Runs `work` when it is its turn; refuses `request.throttled` what would wait too long, or too much. */
  run<T>(picture: Picture, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly start: number;
  readonly finish: number;
  readonly go: () => void;
}

const refusal = () => new Refusal('request.throttled', { retryAfterSeconds: 20 });

/**
 * Makes turns. Each picture would be finished at a time counted in pixels if all members were drawn for side by
 * side, each at the same pace; who would be finished first goes first. So whoever has many waits for nobody but
 * themselves, and nobody waits for them.
 */
export function makeTurns(limits: TurnLimits): Turns {
  const waiting: Waiting[] = [];
  /** Where a member's last picture would be finished. */
  const finishOf = new Map<string, number>();
  const pixelsOf = new Map<string, number>();
  let busy = 0;
  /** Where the picture began that was taken last. */
  let reached = 0;

  const book = (who: string, pixels: number): void => {
    const now = (pixelsOf.get(who) ?? 0) + pixels;
    if (now > 0) pixelsOf.set(who, now);
    else pixelsOf.delete(who);
  };
  const isTooMuch = (who: string, pixels: number, most: number): boolean => {
    const now = pixelsOf.get(who) ?? 0;
    return now > 0 && now + pixels > most;
  };
  const enter = async (start: number, finish: number): Promise<void> => {
    if (busy < limits.width) {
      busy += 1;
      reached = start;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mine: Waiting = { start, finish, go: resolve };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(mine), 1);
      reject(refusal());
    }, limits.patienceMs);
    waiting.push(mine);
    await promise.finally(() => clearTimeout(timer));
  };
  const leave = (): void => {
    const [first, ...others] = waiting;
    if (!first) {
      busy -= 1;
      return;
    }
    const next = others.reduce((best, one) => (one.finish < best.finish ? one : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    reached = Math.max(reached, next.start);
    next.go();
  };

  return {
    async run({ memberId, network, pixels }, work) {
      const [member, near] = [`member ${memberId}`, `network ${network}`];
      if (
        waiting.length >= limits.mostWaiting ||
        isTooMuch(member, pixels, limits.ofMember) ||
        isTooMuch(near, pixels, limits.ofNetwork)
      )
        throw refusal();
      const start = Math.max(reached, finishOf.get(memberId) ?? 0);
      finishOf.set(memberId, start + pixels);
      book(member, pixels);
      book(near, pixels);
      try {
        await enter(start, start + pixels);
        return await work().finally(leave);
      } finally {
        book(member, -pixels);
        book(near, -pixels);
        if (!pixelsOf.has(member)) finishOf.delete(memberId);
      }
    },
  };
}
