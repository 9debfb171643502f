/** The brands last viewed on this device, by id, in local storage only. */
import { externalStore } from '@giftlane/client/storage/external-store.ts';
import { isText, listOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { useSyncExternalStore } from 'react';
import { local, localKeys } from './storage.ts';

const maxViewed = 12;

const isId = (value: unknown): value is string => isText(value) && /^[\w-]{1,64}$/.test(value);

export const areViewed = listOf(isId);

const store = shaped(local, localKeys.viewed, areViewed);

/** The stored ids, the newest first. */
const readIds = (): readonly string[] => (store.read() ?? []).slice(0, maxViewed);

/** The ids after one more view. */
export const withViewed = (ids: readonly string[], id: string): readonly string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, maxViewed);

const viewed = externalStore(readIds());

/** Notes a view of a brand. */
export function noteViewed(id: string): void {
  // Read again: another tab may have changed them.
  const next = withViewed(readIds(), id);
  store.write([...next]);
  viewed.write(next);
}

/** Removes all ids. */
export function forgetViewed(): void {
  store.forget();
  viewed.write([]);
}

const none: readonly string[] = [];

/** The ids, the newest first. */
export const useViewed = (): readonly string[] =>
  useSyncExternalStore(viewed.subscribe, viewed.read, () => none);
