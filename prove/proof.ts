/** A proof: a scenario that is run many times and must succeed every time. */
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
  /** One run. Returns a short note on the outcome; throws on failure. */
  run(place: Place, run: number): Promise<string>;
}

/** Throws an error with all problems. */
export function mustBeEmpty(problems: readonly unknown[]): void {
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
}
