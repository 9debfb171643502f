/** One brand in memory: its wire form ready as bytes, its cards packed. */
import { hash } from 'node:crypto';
import { type Currency, currencies } from '@giftlane/contract/money.ts';
import {
  type Card,
  cardAt,
  markStock,
  type PackedCards,
  pack,
  type StockLevels,
  unpack,
} from './packed-cards.ts';
import type { BrandRow, CardRow } from './queries.ts';
import { brandHead, brandTail, cardToWire } from './wire.ts';

export interface Brand {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly banner: string;
  readonly logo: string;
  readonly revision: bigint;
  readonly retired: boolean;
  readonly cards: PackedCards;
  views: number;
  /** The wire form: the head, then one tail per currency that has cards. */
  bytes: Buffer;
  /** Where the head and each currency's tail end; see `tail`. */
  ends: Uint32Array;
  /** Changes with every byte of the above; 48 bits of a hash. */
  stamp: number;
  /** Lowest and highest price on sale per currency, minor units; zeros without cards. */
  readonly prices: Float64Array;
}

const stampBytes = 6;

function encode(brand: Brand, head: Buffer): void {
  const live = brand.retired ? [] : unpack(brand.cards).filter((card) => !card.retired);
  const parts = [head];
  for (const currency of currencies) {
    const cards = live.filter((card) => card.currency === currency);
    const wire = cards.map((card) => cardToWire(brand, card));
    const prices = cards.map(({ priceMinor }) => priceMinor);
    if (cards.length > 0)
      brand.prices.set(
        [Math.min(...prices), Math.max(...prices)],
        2 * currencies.indexOf(currency),
      );
    parts.push(Buffer.from(cards.length > 0 ? brandTail(brand.category, wire) : ''));
  }
  brand.bytes = Buffer.concat(parts);
  let end = 0;
  brand.ends = Uint32Array.from(parts, (part) => {
    end += part.length;
    return end;
  });
  brand.stamp = hash('sha1', brand.bytes, 'buffer').readUIntBE(0, stampBytes);
}

interface BrandParts {
  readonly row: BrandRow;
  readonly cards: readonly CardRow[];
  readonly views: number;
  readonly stock: StockLevels;
}

/** Makes a brand of its rows. */
export function makeBrand({ row, cards, views, stock }: BrandParts): Brand {
  const brand: Brand = {
    id: row.id,
    title: row.title,
    category: row.category,
    banner: row.banner,
    logo: row.logo,
    revision: row.revision,
    retired: row.retired,
    cards: pack(cards),
    views,
    bytes: Buffer.alloc(0),
    ends: new Uint32Array(),
    stamp: 0,
    prices: new Float64Array(2 * currencies.length),
  };
  markStock(brand.cards, stock);
  encode(brand, Buffer.from(brandHead(row)));
  return brand;
}

/** The wire form up to the views. */
export function head(brand: Brand): Buffer {
  return brand.bytes.subarray(0, brand.ends[0]);
}

/** The wire form after the views, with the cards of a currency; empty when it has none. */
export function tail(brand: Brand, currency: Currency): Buffer {
  const at = currencies.indexOf(currency);
  return brand.bytes.subarray(brand.ends[at], brand.ends[at + 1]);
}

/** The cards that are on sale in a currency, lowest value first. */
export function liveCards(brand: Brand, currency: Currency): Card[] {
  return unpack(brand.cards).filter((card) => !card.retired && card.currency === currency);
}

/** Takes over stock levels; answers whether a card went out of stock or came back. */
export function restock(brand: Brand, stock: StockLevels): boolean {
  const changed = markStock(brand.cards, stock);
  if (changed) encode(brand, head(brand));
  return changed;
}

/** The card with this id. */
export function cardOf(brand: Brand, cardId: string): Card | undefined {
  const position = brand.cards.ids.indexOf(cardId);
  return position < 0 ? undefined : cardAt(brand.cards, position);
}
