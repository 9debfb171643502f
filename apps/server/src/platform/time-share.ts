/** A share of the time for something that holds up everything else while it is done. */

export interface TimeShare {
  /** What may be taken now, in milliseconds; below nothing when the last one took longer than there was. */
  readonly leftMs: number;
  take(ms: number): void;
}

/** Lets somebody take `share` of the time, and `mostMs` at once after a rest. */
export function makeTimeShare(
  { share, mostMs }: { share: number; mostMs: number },
  now: () => number = () => performance.now(),
): TimeShare {
  let left = mostMs;
  let at = now();
  const refill = (): number => {
    const time = now();
    left = Math.min(mostMs, left + (time - at) * share);
    at = time;
    return left;
  };
  return {
    get leftMs() {
      return refill();
    },
    take(ms) {
      left = refill() - ms;
    },
  };
}
