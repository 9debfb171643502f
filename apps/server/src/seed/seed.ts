/** The demo shop: a realistic catalogue, made by the operations that operators use. */
import { importCatalog } from '../features/catalog/catalog.ts';
import { storeMedia } from '../features/media/media.ts';
import { importCodes } from '../features/stock/stock.ts';
import type { Db } from '../platform/db/db.ts';
import type { KeyRing } from '../platform/secrets/secrets.ts';
import type { Storage } from '../providers/storage/port.ts';
import { cardArt, logoArt } from './art/card-art.ts';
import { bestSellerCount, type DemoBrand, inventBrands } from './brands.ts';
import { type DemoCode, demoCodes } from './demo-codes.ts';
import { cardsWithoutCodes, startViews } from './queries.ts';

export interface SeedParts {
  readonly db: Db;
  readonly files: { readonly open: Storage };
  readonly keys: KeyRing;
}

export interface SeedSize {
  readonly brands: number;
  /** Codes per card, and per card of a best seller. */
  readonly codes: number;
  readonly bestSellerCodes: number;
}

export const demoSize: SeedSize = { brands: 1_200, codes: 5, bestSellerCodes: 1_100 };

export interface Seeded {
  readonly brands: number;
  readonly cards: number;
  readonly codes: number;
}

interface Pictures {
  readonly banner: string;
  readonly logo: string;
}

/** Concurrent writes of files: enough to keep a disk busy without starving others. */
const writers = 16;

async function storeArt(
  open: Storage,
  brands: readonly DemoBrand[],
): Promise<Map<string, Pictures>> {
  const pictures = new Map<string, Pictures>();
  const left = brands.values();
  const write = async () => {
    for (const { slug, title } of left) {
      const [banner, logo] = await Promise.all([
        storeMedia(open, Buffer.from(cardArt(slug, title)), 'svg'),
        storeMedia(open, Buffer.from(logoArt(slug, title)), 'svg'),
      ]);
      pictures.set(slug, { banner, logo });
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return pictures;
}

/** Rows of a catalogue import; only the first row of a brand has its texts. */
export function importRows(
  brands: readonly DemoBrand[],
  pictures: ReadonlyMap<string, Pictures>,
): Record<string, unknown>[] {
  return brands.flatMap((brand) =>
    brand.cards.map((card, i) => ({
      brand: brand.slug,
      ...(i === 0 && {
        title: brand.title,
        category: brand.category,
        short_desc: brand.shortDesc,
        description: brand.description,
        redeem: brand.redeem,
        ...pictures.get(brand.slug),
      }),
      currency: card.currency,
      value: card.value,
      price: card.price,
      discount: card.discount,
      cashback: card.cashback,
      service_charge: card.serviceCharge,
      exchange_fees: card.exchangeFees,
      read_only: card.readOnly,
      sellable: card.sellable,
    })),
  );
}

async function importBrands({ db, files }: SeedParts, brands: readonly DemoBrand[]) {
  const pictures = await storeArt(files.open, brands);
  const text = JSON.stringify(importRows(brands, pictures));
  const imported = await importCatalog(db, { text, format: 'json' });
  const [wrong] = imported.errors;
  if (wrong) throw new Error(`the demo's catalogue: ${wrong.column}: ${wrong.message}`);
  return imported;
}

/** Codes per transaction; an interrupted demo continues after the last one. */
const codesAtOnce = 20_000;

function* inParts(codes: Iterable<DemoCode>): Generator<DemoCode[]> {
  let part: DemoCode[] = [];
  for (const code of codes) {
    part.push(code);
    if (part.length < codesAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

interface Stocking {
  readonly best: ReadonlySet<string>;
  readonly size: SeedSize;
  /** Codes loaded before; serials continue after them. */
  readonly before: number;
}

async function stockUp({ db, keys }: SeedParts, { best, size, before }: Stocking) {
  const cards = await cardsWithoutCodes(db);
  const wishes = cards.map(({ id, slug, currency, valueMinor }) => ({
    cardId: id,
    name: `${slug} ${currency} ${valueMinor}`,
    count: best.has(slug) ? size.bestSellerCodes : size.codes,
  }));
  let loaded = 0;
  for (const rows of inParts(demoCodes(wishes, before))) {
    const part = await importCodes(db, { rows, source: 'demo', keys });
    const [wrong] = part.errors;
    if (wrong) throw new Error(`the demo's codes: line ${wrong.line}: ${wrong.message}`);
    loaded += part.loaded;
  }
  return loaded;
}

const brandsAtOnce = 100;

/** The best sellers one by one, then the other brands in batches. */
function* brandParts(brands: readonly DemoBrand[]): Generator<DemoBrand[]> {
  for (const brand of brands.slice(0, bestSellerCount)) yield [brand];
  for (let at = bestSellerCount; at < brands.length; at += brandsAtOnce)
    yield brands.slice(at, at + brandsAtOnce);
}

/**
 * Fills a shop with generated brands, pictures and codes. Each batch of brands gets its codes before the next
 * is imported, so that visitors can buy what they see during loading. Idempotent: existing rows stay, and
 * codes are added only to cards that never had any.
 */
export async function seedCatalog(parts: SeedParts, size: SeedSize = demoSize): Promise<Seeded> {
  const brands = inventBrands(size.brands);
  const best = new Set(brands.slice(0, bestSellerCount).map(({ slug }) => slug));
  const seeded = { brands: brands.length, cards: 0, codes: 0 };
  for (const part of brandParts(brands)) {
    const { cards } = await importBrands(parts, part);
    await startViews(parts.db, new Map(part.map(({ slug, views }) => [slug, views])));
    seeded.cards += cards.created + cards.updated + cards.unchanged;
    seeded.codes += await stockUp(parts, { best, size, before: seeded.codes });
  }
  return seeded;
}
