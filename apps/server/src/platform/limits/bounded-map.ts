/** A map of at most `mostBytes`: entries that were put or touched longest ago go first. */
export class BoundedMap<V> {
  // A Map iterates in order of insertion.
  readonly #entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  readonly #mostBytes: number;
  readonly #onDrop: (value: V) => void;
  #bytes = 0;

  /** `onDrop` is called with each value that leaves it, but for `clear`. */
  constructor(mostBytes: number, onDrop: (value: V) => void = () => undefined) {
    this.#mostBytes = mostBytes;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The sum of what was given to `put`. */
  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Makes an entry the last one to go. */
  touch(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  /** Adds an entry in place of one with the same key; a value larger than the whole map is not kept. */
  put(key: string, value: V, bytes: number): void {
    this.drop(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.#onDrop(entry.value);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
