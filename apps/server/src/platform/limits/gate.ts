/** Bounds how much of some work runs and waits at once, fairly between keys such as members, networks or sessions. */
import { Refusal } from '../http/refusal.ts';

/** Limits of a gate; absent ones do not bind. */
export interface GateLimits {
  /** Running at once, in all and of one key. */
  readonly atOnce?: number;
  readonly ofKey?: number;
  /** Weight of one key that runs and waits; a key that has nothing may always ask. */
  readonly askedOfKey?: number;
  /** Waiting in all. Beyond it the key with the most waiting loses its latest. */
  readonly waiting?: number;
  /** How long anything waits before it is refused. */
  readonly waitMs?: number;
  /** Work that ran for so long is ended when the gate is full and a key with less running waits. */
  readonly holdMs?: number;
  readonly retryAfterSeconds?: number;
}

export interface GateRequest {
  /** The weight of the work, in the unit of `askedOfKey`. */
  readonly weight?: number;
  /** Ends the work early; needed where the gate has `holdMs`. */
  readonly giveUp?: () => void;
}

interface Key {
  running: number;
  asked: number;
  /** The virtual time at which all that the key asked for is finished. */
  finish: number;
  readonly waiting: Entry[];
}

interface Entry {
  readonly key: Key;
  readonly start: number;
  readonly finish: number;
  readonly giveUp: (() => void) | undefined;
  readonly turn: PromiseWithResolvers<void>;
  timer?: NodeJS.Timeout;
  sinceMs: number;
}

/** The first of the key with the least running; of equals, of the one that would be finished first. */
function nextOf(keys: Iterable<Key>, ofKey: number): Entry | undefined {
  let found: Entry | undefined;
  for (const { running, waiting } of keys) {
    const [first] = waiting;
    if (!first || running >= ofKey) continue;
    const before = found ? running - found.key.running || first.finish - found.finish : -1;
    if (before < 0) found = first;
  }
  return found;
}

/** The latest of the key with the most waiting; of equals, of `own`. */
const latestOf = (keys: Iterable<Key>, own: Key): Entry | undefined =>
  [...keys]
    .reduce((most, key) => (key.waiting.length > most.waiting.length ? key : most), own)
    .waiting.at(-1);

/** Of the keys with the most running, and more than `own`, what has run for longest, and for `holdMs` at least. */
function longestHeld(running: Iterable<Entry>, own: Key, holdMs: number): Entry | undefined {
  let found: Entry | undefined;
  for (const one of running) {
    if (performance.now() - one.sinceMs < holdMs) break;
    if (one.key.running > (found?.key ?? own).running) found = one;
  }
  return found;
}

/** Checks per `holdMs` whether work is to be ended. */
const looks = 4;

/**
 * Lets work through by self-clocked fair queueing: each piece has the virtual time at which it would be finished if all
 * keys were served side by side at one pace, so many or heavy pieces of one key delay that key alone.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #keys = new Map<string, Key>();
  /** In the order in which they began. */
  readonly #running = new Set<Entry>();
  #waiting = 0;
  /** The virtual time of started work: new work begins there, so that light work does not starve heavy work. */
  #reached = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` when it is due; refuses `request.throttled` when it may not wait, or waited too long. */
  async run<T>(name: string, work: () => Promise<T>, asking: GateRequest = {}): Promise<T> {
    const { weight = 1 } = asking;
    const key = this.#keys.get(name) ?? { running: 0, asked: 0, finish: 0, waiting: [] };
    if (key.asked > 0 && key.asked + weight > (this.#limits.askedOfKey ?? Infinity))
      throw this.#refusal();
    this.#keys.set(name, key);
    key.asked += weight;
    const entry = this.#enter(key, weight, asking.giveUp);
    try {
      if (!this.#running.has(entry)) await entry.turn.promise;
      return await work();
    } finally {
      this.#leave(entry);
      key.asked -= weight;
      if (key.asked === 0) this.#keys.delete(name);
    }
  }

  #refusal(): Refusal {
    return new Refusal('request.throttled', {
      retryAfterSeconds: this.#limits.retryAfterSeconds ?? 1,
    });
  }

  #enter(key: Key, weight: number, giveUp: GateRequest['giveUp']): Entry {
    const start = Math.max(this.#reached, key.finish);
    const turn = Promise.withResolvers<void>();
    const entry: Entry = { key, start, finish: start + weight, giveUp, turn, sinceMs: 0 };
    key.finish = entry.finish;
    key.waiting.push(entry);
    this.#waiting += 1;
    this.#admit();
    const { waiting = Infinity, waitMs } = this.#limits;
    const surplus = this.#waiting > waiting && latestOf(this.#keys.values(), key);
    if (surplus) this.#drop(surplus);
    if (waitMs !== undefined && key.waiting.includes(entry))
      entry.timer = setTimeout(() => this.#drop(entry), waitMs);
    return entry;
  }

  /** Starts the work that fits. */
  #admit(): void {
    const { atOnce = Infinity, ofKey = Infinity, holdMs = Infinity } = this.#limits;
    while (this.#waiting > 0) {
      const next = nextOf(this.#keys.values(), ofKey);
      if (!next || (this.#running.size >= atOnce && !this.#makeRoom(next.key, holdMs))) break;
      this.#unqueue(next);
      next.key.running += 1;
      next.sinceMs = performance.now();
      this.#running.add(next);
      next.turn.resolve();
    }
    if (this.#waiting > 0 && holdMs < Infinity)
      this.#looking ??= setInterval(() => this.#admit(), holdMs / looks);
    else {
      clearInterval(this.#looking);
      this.#looking = undefined;
    }
  }

  #makeRoom(own: Key, holdMs: number): boolean {
    const held = longestHeld(this.#running, own, holdMs);
    if (!held) return false;
    this.#stop(held);
    held.giveUp?.();
    return true;
  }

  #stop(entry: Entry): boolean {
    if (!this.#running.delete(entry)) return false;
    entry.key.running -= 1;
    this.#reached = Math.max(this.#reached, entry.finish);
    return true;
  }

  /** Ended work has released its slot already. */
  #leave(entry: Entry): void {
    if (this.#stop(entry)) this.#admit();
  }

  #unqueue(entry: Entry): void {
    clearTimeout(entry.timer);
    entry.key.waiting.splice(entry.key.waiting.indexOf(entry), 1);
    this.#waiting -= 1;
  }

  #drop(entry: Entry): void {
    if (entry === entry.key.waiting.at(-1)) entry.key.finish = entry.start;
    this.#unqueue(entry);
    entry.turn.reject(this.#refusal());
  }
}
