/** Seeded random numbers, so that the demo looks the same on every machine. */
import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** An integer, both bounds included. */
  whole(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** `count` distinct choices, in their original order. */
  some<T>(choices: readonly T[], count: number): T[];
}

/** A sequence seeded with a text (sfc32 seeded with SHA-256). */
export function randomOf(seed: string): Random {
  const hash = createHash('sha256').update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const fraction = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    whole,
    chance: (share) => fraction() < share,
    pick: <T>(choices: readonly [T, ...T[]]): T =>
      choices[whole(0, choices.length - 1)] ?? choices[0],
    some: (choices, count) => {
      const left = choices.map((_, i) => i);
      const taken = Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(whole(0, left.length - 1), 1),
      ).flat();
      return taken.sort((x, y) => x - y).flatMap((i) => choices.slice(i, i + 1));
    },
  };
}
