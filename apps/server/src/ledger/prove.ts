/** Verifies all journals of one member against the sealed book, in parts. */
import type { Queryable } from '../platform/db/db.ts';
import { type Era, readEras } from './eras.ts';
import { inclusionSpans, type LeafRange, nodeHash, rootOf } from './merkle.ts';
import { bookHead, covers, type DatedHead, placeOf } from './proof.ts';
import { type JournalPlace, journalsOfSeals, type Seal, sealsOf } from './seal-queries.ts';
import { journalLeaf, sealLeaf, spanHashes } from './tree.ts';
import { journalsOfMember } from './tree-queries.ts';

/** A journal whose present state is not in the book. */
interface Misfit {
  readonly journal: bigint;
  readonly why: string;
}

/** The result of verifying a member's journals. */
export interface MemberProof {
  /** Undefined when nodes of the tree are missing. */
  readonly head: DatedHead | undefined;
  /** Number of journals that match the book. */
  readonly good: number;
  /** Number of journals not sealed yet. */
  readonly waiting: number;
  readonly wrong: number;
  /** The first mismatches, at most `mostMisfits`. */
  readonly misfits: readonly Misfit[];
}

const journalsAtOnce = 500;
/** Journals of seals that are read at once. */
const readAtOnce = 5_000n;
const mostMisfits = 100;

/** Splits seals into parts of at most `readAtOnce` journals, but at least one seal. */
function* partsOf(seals: readonly Seal[]): Generator<Seal[]> {
  let part: Seal[] = [];
  let journals = 0n;
  for (const seal of seals) {
    if (part.length > 0 && journals + seal.journals > readAtOnce) {
      yield part;
      part = [];
      journals = 0n;
    }
    part.push(seal);
    journals += seal.journals;
  }
  if (part.length > 0) yield part;
}

/** The root that a leaf and the hashes of its inclusion ranges lead to. */
const rootBy = (
  leaf: Buffer,
  index: number,
  spans: readonly LeafRange[],
  hashes: readonly Buffer[],
) =>
  hashes.reduce(
    (hash, sibling, i) =>
      (spans[i]?.from ?? 0) > index ? nodeHash(hash, sibling) : nodeHash(sibling, hash),
    leaf,
  );

interface Book {
  readonly db: Queryable;
  readonly eras: readonly Era[];
  readonly head: DatedHead;
}

/** The fault of each seal and its journals; empty for none. */
async function faultsOf({ db, eras, head }: Book, seals: readonly Seal[]) {
  const journals = await journalsOfSeals(db, eras, seals);
  const ways = seals.map(({ seq }) => inclusionSpans(Number(seq) - 1, { from: 0, to: head.nSize }));
  const hashes = await spanHashes(db, ways.flat());
  let at = 0;
  return seals.map((seal, i) => {
    const [own = [], way = []] = [journals[i], ways[i]];
    const beside = hashes?.slice(at, at + way.length) ?? [];
    at += way.length;
    const root = rootOf(own.map(journalLeaf));
    const ids = new Set(own.map(({ id }) => id));
    if (!seal.root?.equals(root) || BigInt(own.length) !== seal.journals)
      return { seal, ids, fault: `what seal ${seal.seq} covers is not what was sealed` };
    const reached = rootBy(sealLeaf(seal, root), Number(seal.seq) - 1, way, beside);
    const leads = hashes !== undefined && reached.toString('hex') === head.sRoot;
    return { seal, ids, fault: leads ? '' : `seal ${seal.seq} does not lead to the head` };
  });
}

/** Verifies some journals by their seals; each seal is read once. */
async function checkSome(book: Book, places: readonly JournalPlace[]) {
  const seals = await sealsOf(book.db, places);
  const bySeal = new Map<bigint, Seal>();
  const sealed = places.flatMap((place, i) => {
    const seal = seals[i];
    if (!seal || !covers(seal, place)) return [];
    bySeal.set(seal.seq, seal);
    return [{ id: place.id, seq: seal.seq }];
  });
  const faults = new Map<bigint, { ids: ReadonlySet<bigint>; fault: string }>();
  for (const part of partsOf([...bySeal.values()]))
    for (const { seal, ...found } of await faultsOf(book, part)) faults.set(seal.seq, found);
  const misfits = sealed.flatMap(({ id, seq }): Misfit[] => {
    const found = faults.get(seq);
    if (found?.fault) return [{ journal: id, why: found.fault }];
    return found?.ids.has(id) ? [] : [{ journal: id, why: `seal ${seq} does not have it` }];
  });
  return { misfits, sealed: sealed.length };
}

/**
 * Verifies every journal that moved an account of the member: that its present state is in its seal, and the seal in
 * the current book. Reads only.
 */
export async function proveMember(db: Queryable, memberId: string): Promise<MemberProof> {
  const [eras, head] = [await readEras(db), await bookHead(db)];
  let [good, waiting, wrong, behind] = [0, 0, 0, 0n];
  const misfits: Misfit[] = [];
  for (;;) {
    const journals = await journalsOfMember(db, memberId, { behind, most: journalsAtOnce });
    const last = journals.at(-1);
    if (!last) return { head, good, waiting, wrong, misfits };
    behind = last.id;
    const places = journals.map((journal) => placeOf(eras, journal));
    const found = head
      ? await checkSome({ db, eras, head }, places)
      : {
          misfits: places.map(({ id }) => ({ journal: id, why: 'the book has no head' })),
          sealed: places.length,
        };
    good += found.sealed - found.misfits.length;
    waiting += places.length - found.sealed;
    wrong += found.misfits.length;
    misfits.push(...found.misfits.slice(0, mostMisfits - misfits.length));
  }
}
