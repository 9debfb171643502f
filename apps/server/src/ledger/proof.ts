/** Proofs of the sealed book: its head, that it was only appended to, and that a journal is in it. */
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

/** A head with the time of its last seal; an empty book has no time. */
export type DatedHead = Data<typeof calls.showBookHead>;

/** All that is needed to recompute that a journal is in the book. */
export type LineProof = Data<typeof calls.proveLine>;

const hexOf = (hash: Buffer) => hash.toString('hex');

/** The book's head at a size in seals, by default the current one; undefined for a size not reached. */
export async function bookHead(db: Queryable, size?: number): Promise<DatedHead | undefined> {
  const nSize = size ?? (await treeSize(db));
  const [hashes, sSealedAt] = await Promise.all([
    spanHashes(db, [{ from: 0, to: nSize }]),
    sealedAtOf(db, nSize),
  ]);
  const [root] = hashes ?? [];
  return root && { nSize, sRoot: hexOf(root), ...(sSealedAt !== undefined && { sSealedAt }) };
}

/** The last head of each of the last `days` days (UTC) that has a seal, the newest first. */
export async function bookDays(db: Queryable, days: number): Promise<DatedHead[]> {
  const size = await treeSize(db);
  const seals = (await lastSealsOfDays(db, days)).filter((seal) => seal <= size);
  const heads = await Promise.all(seals.map((seal) => bookHead(db, seal)));
  return heads.filter((head) => head !== undefined);
}

/**
 * Proves that the book of `second` seals, by default all, extends that of `first`; undefined for a size not reached.
 */
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

/** True for entries on the member's accounts. Only these are disclosed, as account names identify members. */
const isOf = (memberId: string, entry: string) => entry.startsWith(`member:${memberId}:`);

/** A journal's entries: the member's own in clear text, others only as hashes. */
function entriesFor(memberId: string, journal: SealedJournal) {
  const hashes = entryHashes(journal).map(hexOf);
  const entries = entriesOf(journal);
  return hashes.map((sHash, i) => {
    const sEntry = entries[i];
    return sEntry !== undefined && isOf(memberId, sEntry) ? { sHash, sEntry } : { sHash };
  });
}

/** The position of a journal in the order of seals. */
export function placeOf(eras: readonly Era[], { id, xid }: MembersJournal): JournalPlace {
  const era = eras.findLast(({ seq, fromJournal }) => seq === 0n || fromJournal <= id);
  return { id, xid, era: era?.seq ?? 0n };
}

/** True when a seal, found by `sealsOf`, includes this transaction. */
export const covers = (seal: Seal, { xid }: JournalPlace): boolean =>
  BigInt(seal.fromXid) <= BigInt(xid);

/** The result of a request for a proof. */
export type Proving =
  | { readonly outcome: 'unknown' | 'not_sealed' | 'not_provable' | 'misfit' }
  | { readonly outcome: 'proven'; readonly proof: LineProof };

/**
 * The proof that a journal of the member is in the book, up to the current head. It is made of stored data: for a
 * journal that was changed it does not lead to the head.
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
  // A seal's journals are read up to its count plus one, so others were inserted before this one.
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
