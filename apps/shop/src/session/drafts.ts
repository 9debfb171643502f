/**
 * What was entered so far, for one member and one tab: it survives a reload and a session that was lost,
 * and goes with the tab, with signing out and with sending it. Pictures are not in it, only what they
 * are called.
 */
import { type Claim, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { session, type sessionKeys } from './storage.ts';

interface Draft<T> {
  owner: string;
  values: T;
}

interface Drafts<T> {
  /** What this member left; nothing of anybody else. */
  read(owner: string): T | undefined;
  keep(owner: string, values: T): void;
  forget(): void;
}

type DraftKey = (typeof sessionKeys)[
  | 'kyc'
  | 'profile'
  | 'sale'
  | 'coinSend'
  | 'moneySend'
  | 'contact'];

/** Keeps one form's draft under its key; what `isValues` does not know is none. */
export function draftsOf<T>(key: DraftKey, isValues: Claim<T>): Drafts<T> {
  const store = shaped(session, key, objectOf<Draft<T>>({ owner: isText, values: isValues }));
  return {
    read: (owner) => {
      const draft = store.read();
      return draft?.owner === owner ? draft.values : undefined;
    },
    // The owner stands first: by that the session knows whose it is.
    keep: (owner, values) => store.write({ owner, values }),
    forget: store.forget,
  };
}
