/**
 * Work of which so much runs at once, whoever asks: the rest waits, and has its turns by where it comes from, so that
 * a flood from some places keeps nobody from another waiting for more than one round.
 */
import { Refusal } from './refusal.ts';

/** Where work comes from. Lanes have waiting places of their own and take turns with each other. */
export interface Turn {
  readonly lane: string;
  readonly from: string;
}

export interface Turns {
  /** Runs `work` when it is its turn; refuses `request.throttled` when too much waits in its lane. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  go(): void;
  refuse(reason: Refusal): void;
}
/** What waits in a lane, by where it comes from; whoever is first has the next turn. */
type Line = Map<string, Waiting[]>;

const longest = (line: Line): Waiting[] =>
  [...line.values()].reduce((long, one) => (one.length > long.length ? one : long), []);

const lengthOf = (line: Line): number =>
  [...line.values()].reduce((sum, { length }) => sum + length, 0);

/** Takes what is first out of a map. */
function takeFirst<V>(map: Map<string, V>): [string, V] | undefined {
  for (const entry of map) {
    map.delete(entry[0]);
    return entry;
  }
  return undefined;
}

/** Makes turns in which `width` run at once over all lanes, and `mostWaiting` wait in each. */
export function makeTurns({ width, mostWaiting }: { width: number; mostWaiting: number }): Turns {
  const lanes = new Map<string, Line>();
  let busy = 0;

  /** In a full lane whoever has the most places gives one up to who has fewer. */
  const wait = ({ lane, from }: Turn): Promise<void> =>
    new Promise((go, refuse) => {
      const line: Line = lanes.get(lane) ?? new Map();
      const own = line.get(from) ?? [];
      if (lengthOf(line) >= mostWaiting) {
        const reason = new Refusal('request.throttled', { retryAfterSeconds: 1 });
        const most = longest(line);
        if (most.length <= own.length + 1) return refuse(reason);
        most.pop()?.refuse(reason);
      }
      own.push({ go, refuse });
      line.set(from, own);
      lanes.set(lane, line);
    });

  /** Who is next; their lane and where they come from go to the end. */
  const next = (): Waiting | undefined => {
    const [lane, line] = takeFirst(lanes) ?? [];
    if (lane === undefined || line === undefined) return undefined;
    const [from, own] = takeFirst(line) ?? ['', []];
    const first = own.shift();
    if (own.length > 0) line.set(from, own);
    if (line.size > 0) lanes.set(lane, line);
    return first;
  };

  return {
    async run(turn, work) {
      if (busy < width) busy += 1;
      else await wait(turn);
      try {
        return await work();
      } finally {
        // Whoever is next takes the place over.
        const waiting = next();
        if (waiting) waiting.go();
        else busy -= 1;
      }
    },
  };
}
