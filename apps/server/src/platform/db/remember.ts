/**
 * Caches the result of `load` for a while. Concurrent callers share one load; failures are not cached.
 */
export function remember<T>(forMs: number, load: () => Promise<T>): () => Promise<T> {
  let latest: { value: Promise<T>; untilMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (latest && nowMs < latest.untilMs) return latest.value;
    const value = load();
    const entry = { value, untilMs: nowMs + forMs };
    latest = entry;
    value.catch(() => {
      if (latest === entry) latest = undefined;
    });
    return value;
  };
}
