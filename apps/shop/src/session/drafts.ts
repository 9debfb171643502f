/**
 * Drafts of forms, per member, in session storage. They survive a reload and a lost session, until sign-out or until the
 * form is sent. Pictures are stored by name only.
 */
import { type IsShape, isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import { session, type sessionKeys } from './storage.ts';

interface Draft<T> {
  owner: string;
  values: T;
}

interface Drafts<T> {
  /** The draft of this member. */
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

/** The drafts of one form; stored values that are not `isValues` are ignored. */
export function draftsOf<T>(key: DraftKey, isValues: IsShape<T>): Drafts<T> {
  const store = shaped(session, key, objectOf<Draft<T>>({ owner: isText, values: isValues }));
  return {
    read: (owner) => {
      const draft = store.read();
      return draft?.owner === owner ? draft.values : undefined;
    },
    // `owner` first: `session.ts` finds it by the beginning of the JSON.
    keep: (owner, values) => store.write({ owner, values }),
    forget: store.forget,
  };
}
