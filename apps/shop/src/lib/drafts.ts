/**
 * What was entered so far, for one member and one tab: it survives a reload and a session that was lost,
 * and goes with the tab, with signing out and with sending it. Pictures are not in it, only what they
 * are called.
 */
import { parseStored, session, type sessionKeys } from './storage.ts';

interface Drafts<T> {
  /** What this member left; nothing of anybody else. */
  read(owner: string): T | undefined;
  keep(owner: string, values: T): void;
  forget(): void;
}

/** Keeps one form's draft under its key; a text that `isValues` does not know is none. */
export function draftsOf<T>(
  key: (typeof sessionKeys)[keyof typeof sessionKeys],
  isValues: (value: unknown) => value is T,
): Drafts<T> {
  const isDraft = (value: unknown): value is { owner: string; values: T } =>
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    typeof value.owner === 'string' &&
    'values' in value &&
    isValues(value.values);
  return {
    read(owner) {
      const draft = parseStored(session.read(key), isDraft);
      return draft?.owner === owner ? draft.values : undefined;
    },
    // The owner stands first: by that the session knows whose it is.
    keep: (owner, values) => session.write(key, JSON.stringify({ owner, values })),
    forget: () => session.remove(key),
  };
}
