/** A brand in memory: its JSON as prepared bytes, its cards packed. */
import { hash } from 'node:crypto';
import { type Currency, currencies } from '@giftlane/contract/money/money.ts';
import { categories } from '@giftlane/contract/shop/categories.ts';
import type { BrandRow, CardRow } from './queries.ts';
import { join } from './snapshot/bytes.ts';
import {
  type Card,
  markStock,
  type PackedCards,
  pack,
  type StockLevels,
  unpack,
} from './snapshot/packed-cards.ts';
import { brandHead, brandTail, cardToWire, readHead } from './wire.ts';

export interface Brand {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly revision: number;
  /** Last change of the brand or one of its cards, Unix milliseconds. */
  readonly updatedAt: number;
  readonly retired: boolean;
  /** Its place before the other best sellers; Infinity without one. */
  readonly bestPlace: number;
  readonly cards: PackedCards;
  views: number;
  /** JSON in pieces: the head, then one tail per currency that has cards. */
  bytes: Buffer;
  /** End offsets of the head and of each currency's tail; see `tail`. */
  ends: readonly number[];
  /** 48 bits of a hash of `bytes`. */
  stamp: number;
  /** Lowest and highest price on sale per currency, in minor units; zeros without cards. */
  prices: readonly number[];
}

const stampBytes = 6;

function encode(brand: Brand, head: Buffer): void {
  const live = brand.retired ? [] : unpack(brand.cards).filter((card) => !card.retired);
  const { sBanner } = readHead(head.toString());
  const parts = [head];
  const prices: number[] = [];
  for (const currency of currencies) {
    const cards = live.filter((card) => card.currency === currency);
    const wire = cards.map((card) => cardToWire(brand.title, sBanner, card));
    parts.push(Buffer.from(cards.length > 0 ? brandTail(brand.category, wire) : ''));
    const all = cards.map(({ priceMinor }) => priceMinor);
    prices.push(...(all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 0]));
  }
  let end = 0;
  brand.ends = parts.map(({ length }) => (end += length));
  brand.bytes = join(parts);
  brand.prices = prices;
  brand.stamp = hash('sha1', brand.bytes, 'buffer').readUIntBE(0, stampBytes);
}

interface BrandParts {
  readonly row: BrandRow;
  readonly cards: readonly CardRow[];
  readonly views: number;
  readonly stock: StockLevels;
}

export function makeBrand({ row, cards, views, stock }: BrandParts): Brand {
  const brand: Brand = {
    id: row.id,
    title: row.title,
    // Shares one string among all brands of a category.
    category: categories.find((name) => name === row.category) ?? row.category,
    revision: Number(row.revision),
    updatedAt: row.updatedAt.getTime(),
    retired: row.retired,
    bestPlace: row.bestPlace ?? Infinity,
    cards: pack(cards),
    views,
    bytes: Buffer.alloc(0),
    ends: [],
    stamp: 0,
    prices: [],
  };
  markStock(brand.cards, stock);
  encode(brand, Buffer.from(brandHead(row)));
  return brand;
}

/** The JSON up to the number of views. */
export function head(brand: Brand): Buffer {
  return brand.bytes.subarray(0, brand.ends[0]);
}

/** The JSON after the number of views, with the cards of a currency; empty if it has none. */
export function tail(brand: Brand, currency: Currency): Buffer {
  const at = currencies.indexOf(currency);
  return brand.bytes.subarray(brand.ends[at], brand.ends[at + 1]);
}

/** The fields that `writeBrand` needs; their values are replaced, never mutated. */
export type Written = Pick<Brand, 'category' | 'views' | 'bytes' | 'ends'>;

const lastWritten = new WeakMap<Brand, Written>();

/** An immutable copy of the brand's current JSON parts, shared by all callers until the brand changes. */
export function writtenNow(brand: Brand): Written {
  const last = lastWritten.get(brand);
  if (last?.bytes === brand.bytes && last.views === brand.views) return last;
  const { category, views, bytes, ends } = brand;
  const now = { category, views, bytes, ends };
  lastWritten.set(brand, now);
  return now;
}

/** Length in bytes of what `writeBrand` writes. */
export function lengthOf(brand: Written, currency: Currency): number {
  const at = currencies.indexOf(currency);
  const cards = (brand.ends[at + 1] ?? 0) - (brand.ends[at] ?? 0);
  const rest = cards > 0 ? cards : Buffer.byteLength(brandTail(brand.category, []));
  return (brand.ends[0] ?? 0) + String(brand.views).length + rest;
}

/** Writes the brand's JSON with the cards of a currency; returns the end offset. */
export function writeBrand(brand: Written, currency: Currency, into: Buffer, from: number): number {
  let at = from + brand.bytes.copy(into, from, 0, brand.ends[0]);
  at += into.write(String(brand.views), at, 'latin1');
  const cards = currencies.indexOf(currency);
  const copied = brand.bytes.copy(into, at, brand.ends[cards], brand.ends[cards + 1]);
  return at + (copied > 0 ? copied : into.write(brandTail(brand.category, []), at));
}

/** Cards on sale in a currency, by value. */
export function liveCards(brand: Brand, currency: Currency): Card[] {
  return unpack(brand.cards).filter((card) => !card.retired && card.currency === currency);
}

/** Applies stock levels; returns true if the JSON changed. */
export function restock(brand: Brand, stock: StockLevels): boolean {
  const changed = markStock(brand.cards, stock);
  if (changed) encode(brand, head(brand));
  return changed;
}

export function cardOf(brand: Brand, cardId: string): Card | undefined {
  return unpack(brand.cards).find(({ id }) => id === cardId);
}

/** Texts and picture paths, parsed from the head. */
export function brandTexts(brand: Brand): ReturnType<typeof readHead> {
  return readHead(head(brand).toString());
}
