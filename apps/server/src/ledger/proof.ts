/** Proofs of the sealed book: its head, that it was only ever added to, and that a journal is in it. */
import type { Data } from '@giftlane/contract/call.ts';
import type * as calls from '@giftlane/contract/money/ledger.ts';
import type { Queryable } from '../platform/db/db.ts';
import { type Era, readEras } from './eras.ts';
import { consistencySpans, inclusionSpans, spanHash } from './merkle.ts';
import {
  type JournalPlace,
  journalsOfSeals,
  type Seal,
  type SealedJournal,
  sealsOf,
} from './seal-queries.ts';
import { entriesOf, entryHashes, headOf, journalLeaf, sealHead, spanHashes } from './tree.ts';
import {
  journalOfMember,
  lastSealsOfDays,
  type MembersJournal,
  sealedAtOf,
  treeSize,
} from './tree-queries.ts';

/** A head, and when its last seal was made; the empty book has none. */
export type DatedHead = Data<typeof calls.showBookHead>;

/** What it takes to recompute that a journal is in the book. */
export type LineProof = Data<typeof calls.proveLine>;

const hexOf = (hash: Buffer) => hash.toString('hex');

/** The head the book had at a size; the one of now without. Undefined when it has not come so far. */
export async function bookHead(db: Queryable, size?: number): Promise<DatedHead | undefined> {
  const nSize = size ?? (await treeSize(db));
  const [hashes, sSealedAt] = await Promise.all([
    spanHashes(db, [{ from: 0, to: nSize }]),
    sealedAtOf(db, nSize),
  ]);
  const [root] = hashes ?? [];
  return root && { nSize, sRoot: hexOf(root), ...(sSealedAt !== undefined && { sSealedAt }) };
}

/** The last head of each of some days (UTC) that brought a seal, the newest first. */
export async function bookDays(db: Queryable, days: number): Promise<DatedHead[]> {
  const size = await treeSize(db);
  const seals = (await lastSealsOfDays(db, days)).filter((seal) => seal <= size);
  const heads = await Promise.all(seals.map((seal) => bookHead(db, seal)));
  return heads.filter((head) => head !== undefined);
}

/** What shows that the book of one size is continued by that of another; undefined where there is no such head. */
export async function bookConsistency(
  db: Queryable,
  first: number,
  second?: number,
): Promise<{ oFirst: DatedHead; oSecond: DatedHead; aPath: string[] } | undefined> {
  const to = second ?? (await treeSize(db));
  if (first > to) return undefined;
  const [oFirst, oSecond] = await Promise.all([bookHead(db, first), bookHead(db, to)]);
  const path = oSecond && (await spanHashes(db, first === to ? [] : consistencySpans(first, to)));
  return oFirst && oSecond && path && { oFirst, oSecond, aPath: path.map(hexOf) };
}

/** Whose entries are shown in clear: names of accounts say whose they are. */
const isOf = (memberId: string, entry: string) => entry.startsWith(`member:${memberId}:`);

/** A journal's entries: the member's own in clear, of others the hash alone. */
function entriesFor(memberId: string, journal: SealedJournal) {
  const hashes = entryHashes(journal).map(hexOf);
  const entries = entriesOf(journal);
  return hashes.map((sHash, i) => {
    const sEntry = entries[i];
    return sEntry !== undefined && isOf(memberId, sEntry) ? { sHash, sEntry } : { sHash };
  });
}

/** The place of a journal in the order of seals. */
export function placeOf(eras: readonly Era[], { id, xid }: MembersJournal): JournalPlace {
  const era = eras.findLast(({ seq, fromJournal }) => seq === 0n || fromJournal <= id);
  return { id, xid, era: era?.seq ?? 0n };
}

/** Whether a seal has a journal of this transaction. */
export const covers = (seal: Seal, { xid }: JournalPlace): boolean =>
  BigInt(seal.fromXid) <= BigInt(xid);

/** What came of asking for a proof. */
export type Proving =
  | { readonly outcome: 'unknown' | 'not_sealed' | 'not_provable' | 'misfit' }
  | { readonly outcome: 'proven'; readonly proof: LineProof };

/**
 * The proof of a journal that moved an account of the member, up to the book's head of now. It is made of what
 * is stored: of a journal that was changed it does not lead to the head any more.
 */
export async function proveLine(
  db: Queryable,
  memberId: string,
  journalId: bigint,
): Promise<Proving> {
  const journal = await journalOfMember(db, memberId, journalId);
  if (!journal) return { outcome: 'unknown' };
  const eras = await readEras(db);
  const place = placeOf(eras, journal);
  const [seal] = await sealsOf(db, [place]);
  if (!seal || !covers(seal, place)) return { outcome: 'not_sealed' };
  const head = await bookHead(db);
  if (!seal.root || !head || head.nSize < Number(seal.seq)) return { outcome: 'not_provable' };
  const [[journals = []], bookPath = []] = await Promise.all([
    journalsOfSeals(db, eras, [seal]),
    spanHashes(db, inclusionSpans(Number(seal.seq) - 1, { from: 0, to: head.nSize })),
  ]);
  const nPlace = journals.findIndex(({ id }) => id === journalId);
  const own = journals[nPlace];
  // Of a seal no more journals are read than it counts, and one: something was slipped in before it.
  if (!own) return { outcome: 'misfit' };
  const leaves = journals.map(journalLeaf);
  const sealPath = inclusionSpans(nPlace, { from: 0, to: leaves.length });
  return {
    outcome: 'proven',
    proof: {
      oJournal: headOf(own),
      aEntries: entriesFor(memberId, own),
      oSeal: sealHead(seal, seal.root),
      nPlace,
      aSealPath: sealPath.map((span) => hexOf(spanHash(leaves, span))),
      aBookPath: bookPath.map(hexOf),
      oHead: head,
    },
  };
}
