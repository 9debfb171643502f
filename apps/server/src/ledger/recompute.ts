/** Recomputing the chain of seals and their tree. */
import type { Queryable } from '../platform/db.ts';
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

/** A seal up to which the chain was recomputed, and the root of the tree then, if it reached so far. */
export interface ChainPoint {
  readonly seal: bigint;
  readonly hash: Buffer;
  readonly treeRoot?: Buffer | undefined;
}

/** How the recomputing of the chain ended. */
export interface Recomputed {
  /** Seals that fit, from the first on or behind the point that was given. */
  readonly seals: number;
  /** The last seal that fits; undefined when there is none. */
  readonly last?: ChainPoint & { readonly madeAt: Date };
  /** The first that does not fit. */
  readonly broken?: bigint;
  /** The first seal at which the tree is not what it must be. */
  readonly brokenTree?: bigint;
}

/** What is known of the tree on the way: it ends before the chain while older seals are not in it yet. */
type Tree = Frontier | 'ended' | { readonly brokenAt: bigint };

async function treeAt(db: Queryable, point: ChainPoint | undefined): Promise<Tree> {
  const tree = await readFrontier(db, point?.seal ?? 0n);
  if (!tree) return point?.treeRoot ? { brokenAt: point.seal } : 'ended';
  const changed = point?.treeRoot && !joined(tree.hashes).equals(point.treeRoot);
  return changed ? { brokenAt: point.seal } : tree;
}

/** The tree with one more seal, as it must be. */
function treeWith(tree: Tree, seal: Seal, journals: readonly SealedJournal[]): Tree {
  if (tree === 'ended') return seal.nodes ? { brokenAt: seal.seq } : tree;
  if ('brokenAt' in tree) return tree;
  if (!seal.nodes || !seal.root) return 'ended';
  const { frontier, row } = withSeal(tree, seal, journals);
  const good = row.nodes.equals(seal.nodes) && row.root.equals(seal.root);
  return good ? frontier : { brokenAt: seal.seq };
}

/** What there is to say at the end. Of seals that are not there the tree can have nothing. */
async function endingAt(db: Queryable, last: Link | undefined, tree: Tree) {
  const whole = typeof tree === 'object' && 'hashes' in tree;
  const reached = last && {
    seal: last.seq,
    hash: last.hash,
    madeAt: await madeAtOf(db, last.seq),
    ...(whole && { treeRoot: joined(tree.hashes) }),
  };
  const broken = typeof tree === 'object' && 'brokenAt' in tree ? tree.brokenAt : undefined;
  return {
    ...(reached && { last: reached }),
    ...(broken !== undefined && { brokenTree: broken }),
  };
}

/**
 * Recomputes the chain and the tree over all eras, from the first seal or from behind a point that an earlier
 * check has reached, to the last or the first that does not fit, part by part. Without a point it needs no
 * trust in an earlier check; with one it takes as long as there are new seals.
 */
export async function recomputeChain(db: Queryable, from?: ChainPoint): Promise<Recomputed> {
  const eras = await readEras(db);
  let previous: Link | undefined = from && (await sealAt(db, from));
  if (from && !previous) return { seals: 0, broken: from.seal };
  let tree = await treeAt(db, from);
  let seals = 0;
  for (;;) {
    const next = await sealsBehind(db, previous?.seq ?? leastId);
    if (next.length === 0) break;
    const journals = await journalsOfSeals(db, eras, next);
    for (const [i, seal] of next.entries()) {
      const own = journals[i] ?? [];
      if (!fits(seal, previous, own))
        return { seals, broken: seal.seq, ...(await endingAt(db, previous, tree)) };
      tree = treeWith(tree, seal, own);
      previous = seal;
      seals += 1;
    }
  }
  const beyond = BigInt(await treeSize(db));
  if (beyond > (previous?.seq ?? 0n)) tree = { brokenAt: beyond };
  return { seals, ...(await endingAt(db, previous, tree)) };
}
