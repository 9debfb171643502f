/** The brands last looked at on this device. Only their ids are kept, and only here. */
import { useSyncExternalStore } from 'react';
import { externalStore } from './external-store.ts';
import { local, localKeys, parseStored } from './storage.ts';

const most = 12;

const isId = (value: unknown) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isId);

/** The stored text as ids, the newest first; empty when it is damaged. */
export const viewedOf = (text: string | null): readonly string[] =>
  (parseStored(text, isList) ?? []).slice(0, most);

/** The list after one more look. */
export const withViewed = (ids: readonly string[], id: string): readonly string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, most);

const viewed = externalStore(viewedOf(local.read(localKeys.viewed)));

/** Notes a look at a brand. */
export function noteViewed(id: string): void {
  // Read anew: another tab may have looked at others.
  const next = withViewed(viewedOf(local.read(localKeys.viewed)), id);
  local.write(localKeys.viewed, JSON.stringify(next));
  viewed.write(next);
}

/** Forgets all of them. */
export function forgetViewed(): void {
  local.remove(localKeys.viewed);
  viewed.write([]);
}

/** The ids, the newest first. */
export const useViewed = (): readonly string[] =>
  useSyncExternalStore(viewed.subscribe, viewed.read);
