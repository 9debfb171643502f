/** Seeded random numbers for random histories (Mulberry32, by Tommy Ettinger). */
export interface Dice {
  /** An integer from 0, below `n`. */
  below(n: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  one<T>(of: readonly T[]): T;
  /** Part of an amount, a multiple of 100. */
  some(minor: bigint): bigint;
}

export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (probability) => next() < probability,
    one: <T>(of: readonly T[]) => of[below(of.length)] as T,
    some: (minor) => BigInt(1 + below(Number(minor / 100n))) * 100n,
  };
}
