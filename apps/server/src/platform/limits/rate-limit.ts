/** How much may be taken in a while, counted in memory by key: token buckets that may be overdrawn once. */
import { Refusal } from '../http/refusal.ts';

interface Bucket {
  left: number;
  atMs: number;
}

/** Whoever comes from more keys at once than this is stopped by nothing that counts them. */
const mostKeys = 10_000;

/** Lets each key take `most` after a rest, and as much again every `everyMs`; 0 is no limit at all. */
export class RateLimit {
  readonly #most: number;
  readonly #everyMs: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(most: number, everyMs: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#everyMs = everyMs;
    this.#now = now;
  }

  /** What may be taken now; below zero when the last one took more than there was. */
  left(key: string): number {
    if (this.#most === 0) return Infinity;
    const { left, atMs } = this.#buckets.get(key) ?? { left: this.#most, atMs: 0 };
    return Math.min(this.#most, left + ((this.#now() - atMs) * this.#most) / this.#everyMs);
  }

  /** Refuses `request.throttled` when nothing is left. */
  requireLeft(key: string): void {
    const left = this.left(key);
    if (left > 0) return;
    const waitSeconds = (-left * this.#everyMs) / this.#most / 1_000;
    throw new Refusal('request.throttled', { retryAfterSeconds: Math.floor(waitSeconds) + 1 });
  }

  take(key: string, amount: number): void {
    const left = this.left(key) - amount;
    if (this.#buckets.size >= mostKeys && !this.#buckets.has(key)) this.#buckets.clear();
    this.#buckets.set(key, { left, atMs: this.#now() });
  }
}
