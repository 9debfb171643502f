/** A value outside React that components can follow with useSyncExternalStore. */
export interface ExternalStore<T> {
  subscribe: (listener: () => void) => () => void;
  read: () => T;
  write: (value: T) => void;
}

/** Makes a store that starts with `first`. */
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

const forgetters: (() => void)[] = [];

/** Makes a store of something that is one member's: it is empty again when they leave. */
export function memberStore<T>(empty: () => T): ExternalStore<T> {
  const store = externalStore(empty());
  forgetters.push(() => store.write(empty()));
  return store;
}

/** Empties the stores of whatever they have of a member. */
export function emptyMemberStores(): void {
  for (const forget of forgetters) forget();
}
