/**
 * The sealed book: what its hashes are made of, and how anybody checks them. Hashes are SHA-256 in
 * hexadecimal, trees are those of RFC 9162: 0x00 before a leaf, 0x01 before two nodes. The server makes the
 * texts by the same functions; whoever checks needs nothing but these and a way to hash. No schema and no
 * I/O is here. docs/decisions/0017 says why it is as it is.
 */

/** A journal without its entries. */
export interface JournalHead {
  readonly sId: string;
  readonly sOwner: string;
  readonly sKey: string;
  readonly sKind: string;
  readonly sReference: string;
  /** UTC, to the microsecond. */
  readonly sCreatedAt: string;
  /** JSON as the database writes it; empty when there is none. */
  readonly sFacts: string;
}

/** A leaf of the tree of seals. */
export interface SealHead {
  /** Counted from 1. */
  readonly nSeal: number;
  readonly nJournals: number;
  /** Of the tree of its journals. */
  readonly sRoot: string;
  /** Of the chain of all journals up to its end. */
  readonly sChainHash: string;
  readonly sSealedAt: string;
}

/** A state of the book: how many seals, and the root of the tree of them. */
export interface BookHead {
  readonly nSize: number;
  readonly sRoot: string;
}

/** The text of a journal without its entries. */
export const journalText = (head: JournalHead): string =>
  JSON.stringify([
    'journal',
    head.sId,
    head.sOwner,
    head.sKey,
    head.sKind,
    head.sReference,
    head.sCreatedAt,
    head.sFacts,
  ]);

/** The text of a journal's n-th entry, counted from 1; it is "account currency minor-units". */
export const entryText = (journalId: string, nth: number, entry: string): string =>
  `entry ${journalId} ${nth} ${entry}`;

/** The text of a seal. */
export const sealText = (seal: SealHead): string =>
  JSON.stringify(['seal', seal.nSeal, seal.nJournals, seal.sRoot, seal.sChainHash, seal.sSealedAt]);

/** The root of a tree without leaves: SHA-256 of nothing. */
export const emptyRoot = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** An implementation of SHA-256; in a browser `crypto.subtle`. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer | Uint8Array>;

const hexOf = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

async function hashed(sha256: Sha256, bytes: readonly number[]): Promise<string> {
  return hexOf(new Uint8Array(await sha256(Uint8Array.from(bytes))));
}

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

/** The hash of a text. */
export const hashOfText = (sha256: Sha256, text: string): Promise<string> =>
  hashed(sha256, bytesOf(text));

const leafOf = (sha256: Sha256, bytes: readonly number[]) => hashed(sha256, [0, ...bytes]);

const nodeOf = (sha256: Sha256, left: string, right: string) =>
  hashed(sha256, [1, ...fromHex(left), ...fromHex(right)]);

/** Sizes exceed 32 bits, the range of bitwise operators. */
const half = (n: number) => Math.floor(n / 2);
const isOdd = (n: number) => n % 2 === 1;

/**
 * The root that a leaf and its path lead to (RFC 9162, 2.1.3.2); undefined where the path can not be one
 * of a tree of this size.
 */
export async function rootByPath(
  sha256: Sha256,
  {
    leaf,
    index,
    size,
    path,
  }: { leaf: string; index: number; size: number; path: readonly string[] },
): Promise<string | undefined> {
  if (index < 0 || index >= size) return undefined;
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (sn === 0) return undefined;
    if (isOdd(fn) || fn === sn) {
      root = await nodeOf(sha256, sibling, root);
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else root = await nodeOf(sha256, root, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 ? root : undefined;
}

function isPowerOfTwo(n: number): boolean {
  let rest = n;
  while (rest > 1 && !isOdd(rest)) rest = half(rest);
  return rest === 1;
}

/** Whether a later state of the book contains an earlier one unchanged: a consistency proof (RFC 9162, 2.1.4.2). */
export async function isContinued(
  sha256: Sha256,
  { first, second, path }: { first: BookHead; second: BookHead; path: readonly string[] },
): Promise<boolean> {
  if (first.nSize > second.nSize) return false;
  if (first.nSize === second.nSize) return path.length === 0 && first.sRoot === second.sRoot;
  if (first.nSize === 0) return path.length === 0 && first.sRoot === emptyRoot;
  const [begin, ...rest] = isPowerOfTwo(first.nSize) ? [first.sRoot, ...path] : path;
  if (begin === undefined) return false;
  let [fn, sn] = [first.nSize - 1, second.nSize - 1];
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
  let [was, is] = [begin, begin];
  for (const sibling of rest) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      was = await nodeOf(sha256, sibling, was);
      is = await nodeOf(sha256, sibling, is);
      while (!isOdd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else is = await nodeOf(sha256, is, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && was === first.sRoot && is === second.sRoot;
}

/** One entry of a journal: its hash, and its text where it is the reader's own. */
export interface ProvenEntry {
  readonly sHash: string;
  /** "account currency minor-units". */
  readonly sEntry?: string | undefined;
}

/** An inclusion proof of a journal. */
export interface LineProof {
  readonly oJournal: JournalHead;
  readonly aEntries: readonly ProvenEntry[];
  readonly oSeal: SealHead;
  /** The journal's place among those of its seal, counted from 0. */
  readonly nPlace: number;
  readonly aSealPath: readonly string[];
  readonly aBookPath: readonly string[];
  readonly oHead: BookHead;
}

/** Which steps of a proof hold. */
export interface LineCheck {
  /** The texts have the hashes given for them. */
  readonly entries: boolean;
  /** The journal is in its seal. */
  readonly seal: boolean;
  /** The seal is in the book with the given head. */
  readonly book: boolean;
  readonly journalHash: string;
}

/** Recomputes every hash of a proof. */
export async function checkLine(sha256: Sha256, proof: LineProof): Promise<LineCheck> {
  const { oJournal, aEntries, oSeal, oHead } = proof;
  const shown = await Promise.all(
    aEntries.map(async ({ sHash, sEntry }, i) => {
      if (sEntry === undefined) return sHash;
      return hashOfText(sha256, entryText(oJournal.sId, i + 1, sEntry));
    }),
  );
  const head = await hashOfText(sha256, journalText(oJournal));
  const journalHash = await leafOf(sha256, [head, ...shown].flatMap(fromHex));
  const sealRoot = await rootByPath(sha256, {
    leaf: journalHash,
    index: proof.nPlace,
    size: oSeal.nJournals,
    path: proof.aSealPath,
  });
  const bookRoot = await rootByPath(sha256, {
    leaf: await leafOf(sha256, bytesOf(sealText(oSeal))),
    index: oSeal.nSeal - 1,
    size: oHead.nSize,
    path: proof.aBookPath,
  });
  return {
    entries: shown.every((hash, i) => hash === aEntries[i]?.sHash),
    seal: sealRoot === oSeal.sRoot,
    book: bookRoot === oHead.sRoot,
    journalHash,
  };
}
