/** Merkle trees of RFC 9162 with SHA-256: which parts of a tree a proof is made of, and their hashes. */
import { hash } from 'node:crypto';

const leafPrefix = Buffer.of(0);

export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');

/** The hash of a leaf. */
export const leafHash = (data: Buffer): Buffer => sha256(Buffer.concat([leafPrefix, data]));

/** Two hashes behind their prefix. It is filled and hashed in one go, so that one is enough for all. */
const pair = Buffer.alloc(65, 1);

/** The hash of a node above two others. */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1);
  right.copy(pair, 33);
  return sha256(pair);
}

/** The root of a tree without leaves. */
export const emptyRoot = sha256('');

/** Leaves from <= n < to of a tree. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A complete subtree: of 2^level leaves, from leaf place * 2^level on. */
export interface Subtree {
  readonly level: number;
  readonly place: number;
}

/** Where the tree of some leaves parts: the greatest power of two below their number. */
function parting({ from, to }: LeafRange): number {
  let left = 1;
  while (left * 2 < to - from) left *= 2;
  return from + left;
}

/** The spans whose hashes lead from a leaf to the root, the nearest first (2.1.3.1). */
export function inclusionSpans(index: number, span: LeafRange): LeafRange[] {
  if (span.to - span.from <= 1) return [];
  const middle = parting(span);
  const [left, right] = [
    { from: span.from, to: middle },
    { from: middle, to: span.to },
  ];
  return index < middle
    ? [...inclusionSpans(index, left), right]
    : [...inclusionSpans(index, right), left];
}

/** The spans whose hashes show that the tree of `first` leaves is continued (2.1.4.1); first < size. */
export function consistencySpans(first: number, size: number): LeafRange[] {
  const below = (span: LeafRange, whole: boolean): LeafRange[] => {
    if (first === span.to) return whole ? [] : [span];
    const middle = parting(span);
    const [left, right] = [
      { from: span.from, to: middle },
      { from: middle, to: span.to },
    ];
    return first <= middle ? [...below(left, whole), right] : [...below(right, false), left];
  };
  return first === 0 ? [] : below({ from: 0, to: size }, true);
}

/** The complete subtrees a span is made of, the largest first. It begins where a subtree of its size can. */
export function subtreesOf({ from, to }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  let at = from;
  while (at < to) {
    let level = 0;
    while (2 ** (level + 1) <= to - at) level += 1;
    found.push({ level, place: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** The hash of a span by the hashes of its subtrees, the largest first. */
export function joined(hashes: readonly Buffer[]): Buffer {
  return hashes.length === 0
    ? emptyRoot
    : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The hash of a span of leaves that are at hand. */
export function spanHash(leaves: readonly Buffer[], span: LeafRange): Buffer {
  if (span.to - span.from <= 1) return leaves[span.from] ?? emptyRoot;
  const middle = parting(span);
  return nodeHash(
    spanHash(leaves, { from: span.from, to: middle }),
    spanHash(leaves, { from: middle, to: span.to }),
  );
}

/** The root of a tree whose leaves are at hand. */
export const rootOf = (leaves: readonly Buffer[]): Buffer =>
  spanHash(leaves, { from: 0, to: leaves.length });

/** A tree that grows leaf by leaf, as far as it matters for what is to come. */
export interface Frontier {
  readonly size: number;
  /** The hashes of the complete subtrees it is made of, the largest first. */
  readonly hashes: readonly Buffer[];
}

/** Adds a leaf: answers the tree then, and the subtrees that the leaf completes, itself first. */
export function grown(
  { size, hashes }: Frontier,
  leaf: Buffer,
): { frontier: Frontier; completed: Buffer[] } {
  const left = [...hashes];
  const completed = [leaf];
  let top = leaf;
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    top = nodeHash(left.pop() ?? emptyRoot, top);
    completed.push(top);
  }
  return { frontier: { size: size + 1, hashes: [...left, top] }, completed };
}
