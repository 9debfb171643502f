/** The replies of the catalogue, put together from the brands' ready parts and kept while they hold. */
import { hash } from 'node:crypto';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { type Answer, type LongAnswer, makeAnswer } from './answer.ts';
import { type Brand, head, lengthOf, tail, writeBrand } from './brand.ts';
import { join, ownMemory, passingMemory } from './bytes.ts';
import { type Filter, filterKey } from './filter.ts';
import { type Picked, pick } from './pick.ts';
import type { Shelf } from './shelf.ts';
import { brandTail } from './wire.ts';

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

/** A tag of what makes up a reply, without looking at its bytes. */
function tagOf(brands: readonly Brand[], rest: string): string {
  const parts = brands.map(({ stamp, views }) => `${stamp}.${views}`);
  return hash('sha1', `${rest} ${parts.join(' ')}`, 'base64url');
}

interface Kept {
  shelf: Shelf;
  readonly answer: Answer;
}

/** What kept replies may weigh in all. A compressed form adds about a tenth. */
const mostKeptBytes = 16 * 1024 * 1024;
/** Lists of more brands are sent in pieces and never kept. */
const mostInOnePiece = 100;
/** Lists that were asked for once and may be asked for again; forgotten all at once. */
const mostAsked = 10_000;

/** What answers for one shelf after the other. */
export interface Replies {
  list(shelf: Shelf, filter: Filter): Answer | LongAnswer;
  brand(shelf: Shelf, brand: Brand, currency: Currency): Answer;
  /** Any other reply, by a key of its own; `data` is asked for only when it is not known. */
  other(shelf: Shelf, key: string, data: () => unknown): Answer;
}

function listPieces(brands: readonly Brand[], { total }: Picked, currency: Currency): Buffer[] {
  const all = brands.flatMap((brand, i) =>
    i === 0 ? pieces(brand, currency) : [comma, ...pieces(brand, currency)],
  );
  return [listStart, ...all, Buffer.from(listEnd(total))];
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

  /** The least recently used go first; a Map remembers the order of insertion. */
  const keep = (key: string, entry: Kept) => {
    bytes += entry.answer.plain.length - (kept.get(key)?.answer.plain.length ?? 0);
    kept.delete(key);
    kept.set(key, entry);
    for (const [oldest, { answer }] of kept) {
      if (bytes <= mostKeptBytes) return;
      kept.delete(oldest);
      bytes -= answer.plain.length;
    }
  };
  const recall = (key: string, shelf: Shelf): Answer | undefined => {
    const entry = kept.get(key);
    if (entry?.shelf !== shelf) return undefined;
    kept.delete(key);
    kept.set(key, entry);
    return entry.answer;
  };
  /** An unchanged answer is taken over to the next shelf, with its compressed forms. */
  const renew = (key: string, shelf: Shelf, tag: string, plain: () => Buffer): Answer => {
    const before = kept.get(key)?.answer;
    const answer = before?.tag === tag ? before : makeAnswer(plain(), tag);
    keep(key, { shelf, answer });
    return answer;
  };

  /** Most searches are never made again, so a list is kept from the second time on. */
  const firstTime = (key: string): boolean => {
    if (kept.has(key) || asked.delete(key)) return false;
    if (asked.size >= mostAsked) asked.clear();
    asked.add(key);
    return true;
  };

  return {
    list(shelf, filter) {
      const key = filterKey(filter);
      const known = recall(key, shelf);
      if (known) return known;
      const picked = pick(shelf, filter);
      const brands = Array.from(picked.numbers).flatMap((number) => shelf.brands[number] ?? []);
      const tag = tagOf(brands, `${filter.currency} ${picked.total}`);
      if (brands.length > mostInOnePiece) {
        const pieces = listPieces(brands, picked, filter.currency);
        return { tag, pieces, length: pieces.reduce((sum, piece) => sum + piece.length, 0) };
      }
      const inOnePiece = { total: picked.total, currency: filter.currency };
      if (firstTime(key))
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
  };
}
