/** A value outside React, for useSyncExternalStore. */
export interface ExternalStore<T> {
  subscribe: (listener: () => void) => () => void;
  read: () => T;
  write: (value: T) => void;
}

/** Makes a store with an initial value. */
export function externalStore<T>(first: T): ExternalStore<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => value,
    write: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

const resets: (() => void)[] = [];

/** Makes a store of a member's data, which is emptied when the session ends. */
export function memberStore<T>(empty: () => T): ExternalStore<T> {
  const store = externalStore(empty());
  resets.push(() => store.write(empty()));
  return store;
}

/** Empties all stores of a member's data. */
export function emptyMemberStores(): void {
  for (const reset of resets) reset();
}
