/**
 * The browser's local and session storage. Plain strings are read and written as they are; JSON goes through
 * `shaped`, which checks its shape. A shape whose meaning changes gets a new key, such as `giftlane.kept.2`;
 * `sweep` removes the old one. Where the browser refuses to store, a value lives as long as the page.
 */
import type { Claim } from './shapes.ts';

/** One of the browser's two storages, with the keys of an application. */
export interface BrowserStorage<Key extends string = string> {
  read(key: Key): string | null;
  write(key: Key, value: string): void;
  remove(key: Key): void;
  /** Removes keys of the same prefix that this release does not know. */
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
  /** Its storage may be closed altogether, damaged or full. */
  const tryTo = <T>(deed: (store: Storage) => T): T | undefined => {
    try {
      return deed(globalThis[kind]);
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
      // The older value has no claim any more, and its room may be needed.
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

/** The place of one value that has a shape. */
export interface Shaped<T> {
  /** What is there; null for what does not fit, which is forgotten. */
  read(): T | null;
  write(value: T): void;
  forget(): void;
}

/** Reads JSON of which `isShape` holds; anything else, also a damaged text, is null. */
export function parseStored<T>(text: string | null, isShape: Claim<T>): T | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isShape(value) ? value : null;
  } catch {
    return null; // Written by something else.
  }
}

/** Opens the place of a value, as JSON under its key. */
export function shaped<T, Key extends string>(
  where: BrowserStorage<Key>,
  key: Key,
  isShape: Claim<T>,
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
