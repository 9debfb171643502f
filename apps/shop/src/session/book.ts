/** The last head of the sealed book that this device has seen, kept in local storage across members. */
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

/** A head compared with the last seen one; `first` when there was none. */
export interface Earlier {
  readonly outcome: 'first' | 'continued' | 'broken';
  readonly seen?: SeenHead;
}

/** Fetches the consistency proof between two sizes of the book. */
export type AskConsistency = (
  first: number,
  second: number,
) => Promise<Data<typeof showBookConsistency>>;

/** True when the proof shows that one head continues the other. */
async function continues(
  sha256: Sha256,
  { first, second, ask }: { first: BookHead; second: BookHead; ask: AskConsistency },
): Promise<boolean> {
  try {
    const { aPath: path } = await ask(first.nSize, second.nSize);
    return await isContinued(sha256, { first, second, path });
  } catch (error) {
    // The server's book is shorter than the seen one.
    if (isRefusal(error, 'ledger.no_such_head')) return false;
    throw error;
  }
}

/** Compares a head with the last seen one and stores the later; a head that does not continue it is not stored. */
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
  // Another tab may have seen a later head meanwhile.
  const [first, second] = seen.nSize <= head.nSize ? [seen, head] : [head, seen];
  if (!(await continues(sha256, { first, second, ask }))) return { outcome: 'broken', seen };
  if (seen.nSize <= head.nSize) store.write(now);
  return { outcome: 'continued', seen };
}
