/** The brands last looked at on this device. Only their ids are kept, and only here. */

import { externalStore } from '@giftlane/client/storage/external-store.ts';
import { isText, listOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { useSyncExternalStore } from 'react';
import { local, localKeys } from './storage.ts';

const most = 12;

const isId = (value: unknown): value is string => isText(value) && /^[\w-]{1,64}$/.test(value);

export const areViewed = listOf(isId);

const store = shaped(local, localKeys.viewed, areViewed);

/** The ids that are kept, the newest first. */
const kept = (): readonly string[] => (store.read() ?? []).slice(0, most);

/** The list after one more look. */
export const withViewed = (ids: readonly string[], id: string): readonly string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, most);

const viewed = externalStore(kept());

/** Notes a look at a brand. */
export function noteViewed(id: string): void {
  // Read anew: another tab may have looked at others.
  const next = withViewed(kept(), id);
  store.write([...next]);
  viewed.write(next);
}

/** Forgets all of them. */
export function forgetViewed(): void {
  store.forget();
  viewed.write([]);
}

const none: readonly string[] = [];

/** The ids, the newest first. */
export const useViewed = (): readonly string[] =>
  useSyncExternalStore(viewed.subscribe, viewed.read, () => none);
