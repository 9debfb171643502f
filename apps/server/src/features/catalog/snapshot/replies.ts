/** The replies of the catalogue, put together from the brands' ready parts and kept while they hold. */
import { hash } from 'node:crypto';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type LongAnswer, makeAnswer, type PackedReply } from '../../../platform/http/answer.ts';
import {
  type Brand,
  head,
  lengthOf,
  tail,
  type Written,
  writeBrand,
  writtenNow,
} from '../brand.ts';
import { type Filter, filterKey } from '../search/filter.ts';
import { type Picked, pick } from '../search/pick.ts';
import { brandTail } from '../wire.ts';
import { join, ownMemory, passingMemory } from './bytes.ts';
import type { Shelf } from './shelf.ts';

const envelope = Buffer.from(`{"status":200,"message":${JSON.stringify(text('ok'))},"data":`);
const listStart = Buffer.concat([envelope, Buffer.from('[')]);
const comma = Buffer.from(',');
const commaCode = ','.charCodeAt(0);

const listEnd = (total: number) => `],"totalCount":${total}}`;

/** A brand of the wire, in pieces. */
function pieces(brand: Brand, currency: Currency): Buffer[] {
  const rest = tail(brand, currency);
  return [
    head(brand),
    Buffer.from(String(brand.views)),
    rest.length > 0 ? rest : Buffer.from(brandTail(brand.category, [])),
  ];
}

/** Mixes a number into one half of a tag. */
function mix(half: number, value: number, odd: number): number {
  const mixed = Math.imul(half ^ value, odd);
  return mixed ^ (mixed >>> 15);
}

/**
 * A tag of what makes up a reply, without looking at its bytes: 64 bits of the brands' stamps and views in
 * their order. A digest would cost a fresh search as much as finding its brands.
 */
function tagOf(brands: readonly Brand[], rest: string): string {
  let first = brands.length;
  let second = 0x9e3779b9;
  for (const { stamp, views } of brands) {
    const high = Math.floor(stamp / 2 ** 32);
    first = mix(mix(mix(first, stamp, 0x85ebca6b), high, 0xc2b2ae35), views, 0x27d4eb2f);
    second = mix(mix(mix(second, stamp, 0x165667b1), high, 0x9e3779b1), views, 0x85ebca77);
  }
  return `${(first >>> 0).toString(36)}${(second >>> 0).toString(36)}-${rest}`;
}

interface Kept {
  /** The number of the shelf it holds for; the shelf itself would be kept alive by it. */
  readonly shelfNumber: number;
  readonly answer: PackedReply;
}

/** What kept replies may weigh in all, with their keys. A compressed form adds about a tenth. */
const mostKeptBytes = 5 * 1024 * 1024;
/** What a reply takes besides its bytes and its key: objects, tags, a place in a map. */
const entryBytes = 600;
/** Lists of more brands are sent in pieces and never kept. */
export const mostInOnePiece = 100;
/** Longer questions are rarely asked twice: strangers write them to fill the memory. */
const longestKey = 500;
/** Lists that were asked for once and may be asked for again; forgotten all at once. */
const mostAskedBytes = 1 * 1024 * 1024;
const askedEntryBytes = 100;

/** What answers for one shelf after the other. */
export interface Replies {
  list(shelf: Shelf, filter: Filter): PackedReply | LongAnswer;
  brand(shelf: Shelf, brand: Brand, currency: Currency): PackedReply;
  /** Any other reply, by a key of its own; `data` is asked for only when it is not known. */
  other(shelf: Shelf, key: string, data: () => unknown): PackedReply;
  /** What is held, and what it weighs: all that strangers can make grow. */
  readonly held: { readonly replies: number; readonly keys: number; readonly bytes: number };
}

/** What a key takes in memory at most. */
const keyBytes = (key: string) => 2 * key.length;

const weightOf = (key: string, { plain }: PackedReply) => plain.length + keyBytes(key) + entryBytes;

function brandsOf({ brands }: Shelf, { numbers }: Picked): Brand[] {
  const found: Brand[] = [];
  for (let i = 0; i < numbers.length; i += 1) {
    const brand = brands[numbers[i] ?? -1];
    if (brand) found.push(brand);
  }
  return found;
}

/** A long list, each brand written when its turn comes: a reader holds what is under way, not the list. */
function* listPieces(
  brands: readonly Written[],
  { total }: Picked,
  currency: Currency,
): Generator<Buffer> {
  yield listStart;
  for (const [i, brand] of brands.entries()) {
    if (i > 0) yield comma;
    const bytes = Buffer.allocUnsafe(lengthOf(brand, currency));
    writeBrand(brand, currency, bytes, 0);
    yield bytes;
  }
  yield Buffer.from(listEnd(total));
}

function longList(brands: readonly Brand[], picked: Picked, currency: Currency) {
  // Views and stock may change while it is on its way, and its length has been named.
  const written = brands.map(writtenNow);
  const inBrands = written.reduce((sum, brand) => sum + lengthOf(brand, currency), 0);
  const around = listStart.length + listEnd(picked.total).length + (brands.length - 1);
  return { length: around + inBrands, pieces: listPieces(written, picked, currency) };
}

/** A list in one piece, written brand by brand: half the cost of joining its many pieces. */
function listBytes(
  brands: readonly Brand[],
  { total, currency }: { total: number; currency: Currency },
  memory: (length: number) => Buffer,
): Buffer {
  const end = listEnd(total);
  const commas = Math.max(brands.length - 1, 0);
  const inBrands = brands.reduce((sum, brand) => sum + lengthOf(brand, currency), 0);
  const bytes = memory(listStart.length + commas + inBrands + end.length);
  let at = listStart.copy(bytes);
  brands.forEach((brand, i) => {
    if (i > 0) at = bytes.writeUInt8(commaCode, at);
    at = writeBrand(brand, currency, bytes, at);
  });
  bytes.write(end, at, 'latin1');
  return bytes;
}

/** Makes an empty store of replies. */
export function makeReplies(): Replies {
  const kept = new Map<string, Kept>();
  const asked = new Set<string>();
  let bytes = 0;
  let askedBytes = 0;
  let latest: Shelf | undefined;
  let latestNumber = 0;

  const numberOf = (shelf: Shelf): number => {
    if (shelf !== latest) latestNumber += 1;
    latest = shelf;
    return latestNumber;
  };
  const drop = (key: string) => {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    bytes -= weightOf(key, entry.answer);
  };
  /** The least recently used go first; a Map remembers the order of insertion. */
  const keep = (key: string, entry: Kept) => {
    drop(key);
    kept.set(key, entry);
    bytes += weightOf(key, entry.answer);
    for (const oldest of kept.keys()) {
      if (bytes <= mostKeptBytes) return;
      drop(oldest);
    }
  };
  const recall = (key: string, shelf: Shelf): PackedReply | undefined => {
    const entry = kept.get(key);
    if (entry?.shelfNumber !== numberOf(shelf)) return undefined;
    kept.delete(key);
    kept.set(key, entry);
    return entry.answer;
  };
  /** An unchanged answer is taken over to the next shelf, with its compressed forms. */
  const renew = (key: string, shelf: Shelf, tag: string, plain: () => Buffer): PackedReply => {
    const before = kept.get(key)?.answer;
    const answer = before?.tag === tag ? before : makeAnswer(plain(), tag);
    keep(key, { shelfNumber: numberOf(shelf), answer });
    return answer;
  };

  /** Most searches are never made again, so a list is kept from the second time on. */
  const isPassing = (key: string): boolean => {
    if (key.length > longestKey) return true;
    if (kept.has(key)) return false;
    const weight = keyBytes(key) + askedEntryBytes;
    if (asked.delete(key)) {
      askedBytes -= weight;
      return false;
    }
    if (askedBytes + weight > mostAskedBytes) {
      asked.clear();
      askedBytes = 0;
    }
    asked.add(key);
    askedBytes += weight;
    return true;
  };

  return {
    list(shelf, filter) {
      const key = filterKey(filter);
      const known = recall(key, shelf);
      if (known) return known;
      const picked = pick(shelf, filter);
      const brands = brandsOf(shelf, picked);
      const tag = tagOf(brands, `${filter.currency}-${picked.total}`);
      if (brands.length > mostInOnePiece)
        return { tag, ...longList(brands, picked, filter.currency) };
      const inOnePiece = { total: picked.total, currency: filter.currency };
      if (isPassing(key))
        return { ...makeAnswer(listBytes(brands, inOnePiece, passingMemory), tag), once: true };
      return renew(key, shelf, tag, () => listBytes(brands, inOnePiece, ownMemory));
    },
    brand(shelf, brand, currency) {
      const key = `brand ${brand.id} ${currency}`;
      return (
        recall(key, shelf) ??
        renew(key, shelf, tagOf([brand], currency), () =>
          join([envelope, ...pieces(brand, currency), Buffer.from('}')]),
        )
      );
    },
    other(shelf, key, data) {
      const known = recall(key, shelf);
      if (known) return known;
      const plain = join([envelope, Buffer.from(`${JSON.stringify(data())}}`)]);
      return renew(key, shelf, hash('sha1', plain, 'base64url'), () => plain);
    },
    get held() {
      return { replies: kept.size, keys: asked.size, bytes: bytes + askedBytes };
    },
  };
}
