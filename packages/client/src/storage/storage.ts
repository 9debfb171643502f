/**
 * The browser's local and session storage: strings by `openStorage`, JSON by `shaped`, which checks its type. A type whose
 * meaning changes gets a new key, such as `giftlane.kept.2`; `sweep` removes the old one. A value that the browser does not
 * store is kept in memory.
 */
import type { IsShape } from './shapes.ts';

/** One of the browser's storages, with the keys of an application. */
export interface BrowserStorage<Key extends string = string> {
  read(key: Key): string | null;
  write(key: Key, value: string): void;
  remove(key: Key): void;
  /** Removes unknown keys of the same prefix. */
  sweep(): void;
}

/** Opens a storage for the given keys, which begin with `prefix`. */
export function openStorage<Key extends string>(
  kind: 'localStorage' | 'sessionStorage',
  prefix: string,
  keys: Readonly<Record<string, Key>>,
): BrowserStorage<Key> {
  /** Values that the browser did not store. */
  const memory = new Map<Key, string>();
  /** Undefined when the storage is closed or full. */
  const tryTo = <T>(act: (store: Storage) => T): T | undefined => {
    try {
      return act(globalThis[kind]);
    } catch {
      return undefined;
    }
  };
  const remove = (key: Key) => {
    memory.delete(key);
    tryTo((store) => store.removeItem(key));
  };
  return {
    read: (key) => memory.get(key) ?? tryTo((store) => store.getItem(key)) ?? null,
    write: (key, value) => {
      memory.delete(key);
      if (tryTo((store) => store.setItem(key, value) ?? true)) return;
      // The older value is outdated, and takes space.
      remove(key);
      memory.set(key, value);
    },
    remove,
    sweep: () =>
      tryTo((store) => {
        const known = new Set<string>(Object.values(keys));
        const left = Object.keys(store).filter((key) => key.startsWith(prefix) && !known.has(key));
        for (const key of left) store.removeItem(key);
      }),
  };
}

/** A stored value of a checked type. */
export interface Shaped<T> {
  /** The value; null for one of another type, which is removed. */
  read(): T | null;
  write(value: T): void;
  forget(): void;
}

/** Parses JSON; null for invalid JSON and values of another type. */
export function parseStored<T>(text: string | null, isShape: IsShape<T>): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isShape(value) ? value : null;
  } catch {
    return null;
  }
}

/** A value stored as JSON under a key. */
export function shaped<T, Key extends string>(
  where: BrowserStorage<Key>,
  key: Key,
  isShape: IsShape<T>,
): Shaped<T> {
  const forget = () => where.remove(key);
  return {
    read: () => {
      const text = where.read(key);
      const value = parseStored(text, isShape);
      if (value === null && text !== null) forget();
      return value;
    },
    write: (value) => where.write(key, JSON.stringify(value)),
    forget,
  };
}
