/** What a proof is: something that is run many times and has to come out well every time. */
import type { Killable } from '../apps/server/src/testing/killable.ts';
import type { KillableDatabase } from '../apps/server/src/testing/killable-database.ts';

export interface Place {
  readonly database: KillableDatabase;
  readonly world: Killable;
}

export interface Proof {
  readonly name: string;
  readonly title: string;
  readonly runs: number;
  /** One run. Answers a short note on what was seen; throws when it came out badly. */
  run(place: Place, run: number): Promise<string>;
}

/** Throws with everything that is wrong. */
export function mustBeEmpty(problems: readonly unknown[]): void {
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
}
