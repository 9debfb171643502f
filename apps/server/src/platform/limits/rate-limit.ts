/** Rate limits in memory by key: token buckets that may be overdrawn once. */
import { Refusal } from '../http/refusal.ts';

interface Bucket {
  left: number;
  atMs: number;
}

/** Most keys in memory: a client with more keys at once is not limited by any counter. */
const mostKeys = 10_000;

/** Each key may take `most` at once and per `everyMs`; 0 is no limit. */
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

  /** Tokens left; negative when overdrawn. */
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
