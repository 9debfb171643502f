/** The catalogue's replies, joined from the brands' prepared JSON and cached while they are valid. */
import { hash } from 'node:crypto';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { type LongAnswer, makeAnswer, type PackedReply } from '../../../platform/http/answer.ts';
import { BoundedMap } from '../../../platform/limits/bounded-map.ts';
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

/** A brand's JSON in pieces. */
function pieces(brand: Brand, currency: Currency): Buffer[] {
  const rest = tail(brand, currency);
  return [
    head(brand),
    Buffer.from(String(brand.views)),
    rest.length > 0 ? rest : Buffer.from(brandTail(brand.category, [])),
  ];
}

/** Mixes a number into one half of an ETag. */
function mix(half: number, value: number, odd: number): number {
  const mixed = Math.imul(half ^ value, odd);
  return mixed ^ (mixed >>> 15);
}

/**
 * An ETag computed without reading the reply: 64 bits over the brands' stamps and views in order. A digest of
 * the bytes would cost as much as a fresh search.
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
  /** Number of the shelf that the reply is valid for; a reference would keep the shelf from being freed. */
  readonly shelfNumber: number;
  readonly answer: PackedReply;
}

/** Size limit of the cache with its keys. Compressed forms add about a tenth. */
const mostKeptBytes = 5 * 1024 * 1024;
/** Overhead per cached reply besides bytes and key: objects, ETags, the map's entry. */
const entryBytes = 600;
/** Longer lists are streamed and never cached. */
export const mostInOnePiece = 100;
/** Longer keys are not cached: they rarely repeat, and strangers could fill the memory with them. */
const longestKey = 500;
/** Size limit of the keys of lists requested once. */
const mostAskedBytes = 1 * 1024 * 1024;
const askedEntryBytes = 100;

/** A cache of replies across successive shelves. */
export interface Replies {
  list(shelf: Shelf, filter: Filter): PackedReply | LongAnswer;
  brand(shelf: Shelf, brand: Brand, currency: Currency): PackedReply;
  /** Any other reply, by its key; `data` is called only on a miss. */
  other(shelf: Shelf, key: string, data: () => unknown): PackedReply;
  /** Size of the cache: everything in it that requests can make grow. */
  readonly held: { readonly replies: number; readonly keys: number; readonly bytes: number };
}

/** The most memory a key takes: two bytes a character. */
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

/**
 * A long list, serialised brand by brand while it is sent, so that a slow reader does not hold the whole list
 * in memory.
 */
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
  // A snapshot: views and stock may change during the transfer, and its Content-Length is already announced.
  const written = brands.map(writtenNow);
  const inBrands = written.reduce((sum, brand) => sum + lengthOf(brand, currency), 0);
  const around = listStart.length + listEnd(picked.total).length + (brands.length - 1);
  return { length: around + inBrands, pieces: listPieces(written, picked, currency) };
}

/** A list in one buffer, serialised brand by brand: half the cost of joining many pieces. */
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

/** Remembers what was asked for, so that only the second request is cached: most searches never repeat. */
function makeAsked() {
  const asked = new BoundedMap<true>(mostAskedBytes);
  return {
    held: asked,
    /** True the first time; long keys are never taken in. */
    isNew(key: string): boolean {
      if (key.length > longestKey) return true;
      const isNew = !asked.has(key);
      if (isNew) asked.put(key, true, keyBytes(key) + askedEntryBytes);
      else asked.drop(key);
      return isNew;
    },
  };
}

export function makeReplies(): Replies {
  const kept = new BoundedMap<Kept>(mostKeptBytes);
  const asked = makeAsked();
  let latest: Shelf | undefined;
  let latestNumber = 0;

  const numberOf = (shelf: Shelf): number => {
    if (shelf !== latest) latestNumber += 1;
    latest = shelf;
    return latestNumber;
  };
  const recall = (key: string, shelf: Shelf): PackedReply | undefined => {
    const entry = kept.get(key);
    if (entry?.shelfNumber !== numberOf(shelf)) return undefined;
    kept.touch(key);
    return entry.answer;
  };
  /** Revalidates a reply for the next shelf; an unchanged ETag keeps the bytes and their compressed forms. */
  const renew = (key: string, shelf: Shelf, tag: string, plain: () => Buffer): PackedReply => {
    const before = kept.get(key)?.answer;
    const answer = before?.tag === tag ? before : makeAnswer(plain(), tag);
    kept.put(key, { shelfNumber: numberOf(shelf), answer }, weightOf(key, answer));
    return answer;
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
      if (!kept.has(key) && asked.isNew(key))
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
      const { size: keys, bytes } = asked.held;
      return { replies: kept.size, keys, bytes: kept.bytes + bytes };
    },
  };
}
