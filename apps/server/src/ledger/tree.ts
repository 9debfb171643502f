/**
 * The tree of seals: an append-only Merkle tree (RFC 9162) whose leaves are all seals in order, across eras. Each seal
 * has its own tree over its journals (docs/decisions/0017).
 */
import { entryText, journalText, sealText } from '@giftlane/contract/money/book.ts';
import type { Queryable, Tx } from '../platform/db/db.ts';
import {
  type Frontier,
  grown,
  joined,
  type LeafRange,
  leafHash,
  rootOf,
  sha256,
  subtreesOf,
} from './merkle.ts';
import type { Seal, SealedJournal } from './seal-queries.ts';
import { insertTree, nodesOf } from './tree-queries.ts';

/** A journal's entries, each "account currency amount" in smallest units. */
export const entriesOf = ({ entries }: SealedJournal): string[] => entries?.split(';') ?? [];

/** A journal's head as the contract defines it. */
export const headOf = (journal: SealedJournal) => ({
  sId: String(journal.id),
  sOwner: journal.owner,
  sKey: journal.key,
  sKind: journal.kind,
  sReference: journal.reference,
  sCreatedAt: `${journal.createdAt}Z`,
  sFacts: journal.facts ?? '',
});

/** The hashes of a journal's entries. */
export function entryHashes(journal: SealedJournal): Buffer[] {
  const id = String(journal.id);
  return entriesOf(journal).map((entry, i) => sha256(entryText(id, i + 1, entry)));
}

/** A journal's leaf in the tree of its seal. */
export const journalLeaf = (journal: SealedJournal): Buffer =>
  leafHash(Buffer.concat([sha256(journalText(headOf(journal))), ...entryHashes(journal)]));

type Sealed = Pick<Seal, 'seq' | 'journals' | 'hash' | 'sealedAt'>;

/** A seal as the contract defines it. */
export const sealHead = ({ seq, journals, hash, sealedAt }: Sealed, root: Buffer) => ({
  nSeal: Number(seq),
  nJournals: Number(journals),
  sRoot: root.toString('hex'),
  sChainHash: hash.toString('hex'),
  sSealedAt: sealedAt,
});

/** A seal's leaf in the tree of seals. */
export const sealLeaf = (seal: Sealed, root: Buffer): Buffer =>
  leafHash(Buffer.from(sealText(sealHead(seal, root))));

/** Appends a seal to the tree: the new frontier and the row to store. */
export function withSeal(tree: Frontier, seal: Sealed, journals: readonly SealedJournal[]) {
  const root = rootOf(journals.map(journalLeaf));
  const { frontier, completed } = grown(tree, sealLeaf(seal, root));
  return { frontier, row: { seal: seal.seq, root, nodes: Buffer.concat(completed) } };
}

/** The hashes of ranges of the tree; undefined when nodes are missing. */
export async function spanHashes(
  db: Queryable,
  spans: readonly LeafRange[],
): Promise<Buffer[] | undefined> {
  const parts = spans.map(subtreesOf);
  const nodes = await nodesOf(db, parts.flat());
  const known = nodes.filter((node) => node !== undefined);
  if (known.length < nodes.length) return undefined;
  let at = 0;
  return parts.map(({ length }) => {
    at += length;
    return joined(known.slice(at - length, at));
  });
}

/** The frontier of the first `size` seals, to append to; undefined when nodes are missing. */
export async function readFrontier(db: Queryable, size: bigint): Promise<Frontier | undefined> {
  const span = { from: 0, to: Number(size) };
  const hashes = await nodesOf(db, subtreesOf(span));
  const known = hashes.filter((hash) => hash !== undefined);
  return known.length < hashes.length ? undefined : { size: span.to, hashes: known };
}

/**
 * Adds a seal to the tree. A tree with missing nodes is left unchanged for `ledger verify` to report; sealing
 * continues. The caller holds `lockSeals`.
 */
export async function addToTree(
  tx: Tx,
  seal: Sealed,
  journals: readonly SealedJournal[],
): Promise<void> {
  const tree = await readFrontier(tx, seal.seq - 1n);
  if (tree) await insertTree(tx, withSeal(tree, seal, journals).row);
}
