/** Recomputes the chain of seals and their tree. */
import type { Queryable } from '../platform/db/db.ts';
import { readEras } from './eras.ts';
import { type Frontier, joined } from './merkle.ts';
import { behind, chain, emptyHash } from './seal.ts';
import {
  journalsOfSeals,
  leastId,
  madeAtOf,
  type Seal,
  type SealedJournal,
  sealAt,
  sealsBehind,
} from './seal-queries.ts';
import { readFrontier, withSeal } from './tree.ts';
import { treeSize } from './tree-queries.ts';

type Link = Pick<Seal, 'seq' | 'era' | 'toXid' | 'hash'>;

function fits(seal: Seal, previous: Link | undefined, journals: readonly SealedJournal[]): boolean {
  const place = behind(previous);
  return (
    seal.seq === (previous?.seq ?? 0n) + 1n &&
    seal.era === place.era &&
    seal.fromXid === place.xid &&
    BigInt(journals.length) === seal.journals &&
    chain(previous?.hash ?? emptyHash, journals).equals(seal.hash)
  );
}

/** The last verified seal of a check, and the tree's root then unless the tree did not match. */
export interface ChainPoint {
  readonly seal: bigint;
  readonly hash: Buffer;
  readonly treeRoot?: Buffer | undefined;
}

/** The result of recomputing the chain. */
export interface Recomputed {
  /** Number of seals that match, from the first or from the given point. */
  readonly seals: number;
  /** The last seal that matches; undefined when there is none. */
  readonly last?: ChainPoint & { readonly madeAt: Date };
  /** The first seal that does not match. */
  readonly broken?: bigint;
  /** The first seal at which the tree does not match. */
  readonly brokenTree?: bigint;
  /** There are more seals, as `atMost` was reached. */
  readonly more?: boolean;
}

type Tree = Frontier | { readonly brokenAt: bigint };

async function treeAt(db: Queryable, point: ChainPoint | undefined): Promise<Tree> {
  const seal = point?.seal ?? 0n;
  const tree = await readFrontier(db, seal);
  const changed = tree && point?.treeRoot && !joined(tree.hashes).equals(point.treeRoot);
  return tree && !changed ? tree : { brokenAt: seal };
}

/** Appends a seal to the tree and compares the result with the stored nodes. */
function treeWith(tree: Tree, seal: Seal, journals: readonly SealedJournal[]): Tree {
  if ('brokenAt' in tree) return tree;
  const { frontier, row } = withSeal(tree, seal, journals);
  const good = seal.nodes?.equals(row.nodes) && seal.root?.equals(row.root);
  return good ? frontier : { brokenAt: seal.seq };
}

/** The last matching seal and the first mismatch of the tree. */
async function endingAt(db: Queryable, last: Link | undefined, tree: Tree) {
  const reached = last && {
    seal: last.seq,
    hash: last.hash,
    madeAt: await madeAtOf(db, last.seq),
    ...('hashes' in tree && { treeRoot: joined(tree.hashes) }),
  };
  return {
    ...(reached && { last: reached }),
    ...('brokenAt' in tree && { brokenTree: tree.brokenAt }),
  };
}

/**
 * Recomputes chain and tree over all eras, in parts, up to the first seal that does not match. Without `from` it
 * starts at the first seal and trusts no earlier check; with `from` its cost depends only on newer seals. Ends after
 * about `atMost` journals.
 */
export async function recomputeChain(
  db: Queryable,
  from?: ChainPoint,
  atMost = Infinity,
): Promise<Recomputed> {
  const eras = await readEras(db);
  let previous: Link | undefined = from && (await sealAt(db, from));
  if (from && !previous) return { seals: 0, broken: from.seal };
  let tree = await treeAt(db, from);
  let seals = 0;
  let read = 0;
  for (;;) {
    const next = await sealsBehind(db, previous?.seq ?? leastId);
    if (next.length === 0) break;
    if (read >= atMost) return { seals, ...(await endingAt(db, previous, tree)), more: true };
    const journals = await journalsOfSeals(db, eras, next);
    for (const [i, seal] of next.entries()) {
      const own = journals[i] ?? [];
      if (!fits(seal, previous, own))
        return { seals, broken: seal.seq, ...(await endingAt(db, previous, tree)) };
      tree = treeWith(tree, seal, own);
      previous = seal;
      seals += 1;
      read += own.length + 1;
    }
  }
  const beyond = BigInt(await treeSize(db));
  if (beyond > (previous?.seq ?? 0n)) tree = { brokenAt: beyond };
  return { seals, ...(await endingAt(db, previous, tree)) };
}
