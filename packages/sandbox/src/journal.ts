/** A file of JSON lines that outlives a restart; the last line of an id is its state. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The things of one kind, kept by id in the order they first came. */
export interface Shelf<T> {
  get(id: string): T | undefined;
  /** Keeps `thing`, on disk too, before it returns. */
  put(id: string, thing: T): void;
  drop(id: string): void;
  all(): T[];
  readonly size: number;
}

export interface Journal {
  shelf<T>(name: string): Shelf<T>;
}

type Line = readonly [shelf: string, id: string, thing: unknown];

/** A torn last line is what a crash leaves behind: it is skipped. */
function readLine(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return Array.isArray(line) && line.length === 3 ? (line as unknown as Line) : undefined;
  } catch {
    return undefined;
  }
}

function readLines(path: string): Line[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.map(readLine).filter((line) => line !== undefined);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The file is rewritten when it holds this many lines more than things, and at every start. */
const staleLines = 5_000;

/** Opens the journal `name` in `dir`; without `dir` everything is kept in memory only. */
export function openJournal(dir: string | undefined, name: string): Journal {
  const shelves = new Map<string, Map<string, unknown>>();
  const things = (shelf: string) => {
    const found = shelves.get(shelf) ?? new Map<string, unknown>();
    shelves.set(shelf, found);
    return found;
  };
  const keep = ([shelf, id, thing]: Line) =>
    thing === null ? things(shelf).delete(id) : things(shelf).set(id, thing);

  const path = dir === undefined ? undefined : join(dir, `${name}.jsonl`);
  let lines = 0;
  const compact = () => {
    if (path === undefined) return;
    const all = [...shelves].flatMap(([shelf, kept]) =>
      [...kept].map(([id, thing]) => JSON.stringify([shelf, id, thing])),
    );
    const fresh = `${path}.new`;
    writeFileSync(fresh, all.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    renameSync(fresh, path);
    lines = all.length;
  };
  if (path !== undefined) {
    if (dir !== undefined) mkdirSync(dir, { recursive: true });
    for (const line of readLines(path)) keep(line);
    compact();
  }

  const write = (line: Line) => {
    keep(line);
    if (path === undefined) return;
    appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    lines += 1;
    const live = [...shelves.values()].reduce((sum, kept) => sum + kept.size, 0);
    if (lines > live + staleLines) compact();
  };
  return {
    shelf: <T>(shelf: string): Shelf<T> => ({
      get: (id) => things(shelf).get(id) as T | undefined,
      put: (id, thing) => write([shelf, id, thing]),
      drop: (id) => {
        if (things(shelf).has(id)) write([shelf, id, null]);
      },
      all: () => [...things(shelf).values()] as T[],
      get size() {
        return things(shelf).size;
      },
    }),
  };
}
