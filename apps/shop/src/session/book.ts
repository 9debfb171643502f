/**
 * The heads of the sealed book that this device saw. The last is kept here and nowhere else, whoever is signed
 * in: the book is the same for everybody.
 */

import { isRefusal } from '@giftlane/client/api-error.ts';
import { isCount, isText, isTime, objectOf } from '@giftlane/client/storage/shapes.ts';
import { shaped } from '@giftlane/client/storage/storage.ts';
import type { Data } from '@giftlane/contract/call.ts';
import type { BookHead, Sha256 } from '@giftlane/contract/money/book.ts';
import { isContinued } from '@giftlane/contract/money/book.ts';
import type { showBookConsistency } from '@giftlane/contract/money/ledger.ts';
import { local, localKeys } from './storage.ts';

/** A head and when it was seen. */
export interface SeenHead extends BookHead {
  readonly seenAt: string;
}

const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);

const store = shaped(
  local,
  localKeys.book,
  objectOf<SeenHead>({ nSize: isCount, sRoot: isHash, seenAt: isTime }),
);

/** How a head stands to the one that was seen before: `first` when there was none. */
export interface Earlier {
  readonly outcome: 'first' | 'continued' | 'broken';
  readonly seen?: SeenHead;
}

/** Asks for the proof that the book of one size is continued by that of another. */
export type AskConsistency = (
  first: number,
  second: number,
) => Promise<Data<typeof showBookConsistency>>;

/** Whether one head is continued by another; what the server calls them is not believed, only its path. */
async function continues(
  sha256: Sha256,
  { first, second, ask }: { first: BookHead; second: BookHead; ask: AskConsistency },
): Promise<boolean> {
  try {
    const { aPath: path } = await ask(first.nSize, second.nSize);
    return await isContinued(sha256, { first, second, path });
  } catch (error) {
    // The book has become shorter than it was.
    if (isRefusal(error, 'ledger.no_such_head')) return false;
    throw error;
  }
}

/**
 * Compares a head with the last that this device saw, and keeps the later of both. What does not continue is
 * not kept: the next visit compares with the same head again.
 */
export async function compareHead(
  sha256: Sha256,
  head: BookHead,
  ask: AskConsistency,
): Promise<Earlier> {
  const seen = store.read();
  const now = { nSize: head.nSize, sRoot: head.sRoot, seenAt: new Date().toISOString() };
  if (!seen) {
    store.write(now);
    return { outcome: 'first' };
  }
  // An answer may be older than what another tab saw meanwhile.
  const [first, second] = seen.nSize <= head.nSize ? [seen, head] : [head, seen];
  if (!(await continues(sha256, { first, second, ask }))) return { outcome: 'broken', seen };
  if (seen.nSize <= head.nSize) store.write(now);
  return { outcome: 'continued', seen };
}
