/** Merkle trees of RFC 9162 with SHA-256: which leaf ranges a proof consists of, and their hashes. */
import { hash } from 'node:crypto';

const leafPrefix = Buffer.of(0);

export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');

/** The hash of a leaf, with the prefix 0x00. */
export const leafHash = (data: Buffer): Buffer => sha256(Buffer.concat([leafPrefix, data]));

/** Prefix 0x01 and two hashes. One buffer for all: it is filled and hashed synchronously. */
const pair = Buffer.alloc(65, 1);

/** The hash of an inner node. */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(pair, 1);
  right.copy(pair, 33);
  return sha256(pair);
}

/** The root of an empty tree. */
export const emptyRoot = sha256('');

/** Leaves n with from <= n < to. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A complete subtree: 2^level leaves, the first at place * 2^level. */
export interface Subtree {
  readonly level: number;
  readonly place: number;
}

/** Where RFC 9162 splits a range: after the greatest power of two below its length. */
function parting({ from, to }: LeafRange): number {
  let left = 1;
  while (left * 2 < to - from) left *= 2;
  return from + left;
}

/** The ranges whose hashes lead from a leaf to the root, the nearest first (2.1.3.1). */
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

/** The ranges whose hashes prove that the tree of `size` leaves extends that of `first` (2.1.4.1); first < size. */
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

/**
 * The complete subtrees that make up a range, the largest first. `from` must be a multiple of the largest one's size.
 */
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

/** The hash of a range by the hashes of its subtrees, the largest first. */
export function joined(hashes: readonly Buffer[]): Buffer {
  return hashes.length === 0
    ? emptyRoot
    : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The hash of a range of the given leaves. */
export function spanHash(leaves: readonly Buffer[], span: LeafRange): Buffer {
  if (span.to - span.from <= 1) return leaves[span.from] ?? emptyRoot;
  const middle = parting(span);
  return nodeHash(
    spanHash(leaves, { from: span.from, to: middle }),
    spanHash(leaves, { from: middle, to: span.to }),
  );
}

/** The root of a tree of the given leaves. */
export const rootOf = (leaves: readonly Buffer[]): Buffer =>
  spanHash(leaves, { from: 0, to: leaves.length });

/** The right edge of a growing tree: all that is needed to append leaves. */
export interface Frontier {
  readonly size: number;
  /** Hashes of the complete subtrees that make up the tree, the largest first. */
  readonly hashes: readonly Buffer[];
}

/** Appends a leaf. `completed` are the subtrees that it completes, from the leaf itself upwards. */
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
