/** All brands in memory, kept in step with the database. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Queryable } from '../../platform/db.ts';
import { type Brand, makeBrand, restock } from './brand.ts';
import type { StockLevels } from './packed-cards.ts';
import { brandRevisions, brandsById, cardsOfBrands } from './queries.ts';
import { makeShelf, type Shelf } from './shelf.ts';

export interface StoredBrands {
  /** Retired ones too. */
  readonly byId: Map<string, Brand>;
  readonly byCard: Map<string, Brand>;
  shelf: Shelf;
}

/** An empty store. */
export function noBrands(): StoredBrands {
  const byId = new Map<string, Brand>();
  return { byId, byCard: new Map(), shelf: makeShelf(byId) };
}

type Revision = Awaited<ReturnType<typeof brandRevisions>>[number];

/** Brands read per round; between rounds requests are served. */
const batch = 100;

async function readBrands(
  db: Queryable,
  revisions: readonly Revision[],
  stock: StockLevels,
): Promise<Brand[]> {
  const read: Brand[] = [];
  for (let from = 0; from < revisions.length; from += batch) {
    const some = new Map(revisions.slice(from, from + batch).map((one) => [one.id, one]));
    const ids = [...some.keys()];
    // Cards after rows, never before: then cards are at least as new as the revision says, and a
    // change in between has another revision and is read again at its notice.
    const rows = await brandsById(db, ids);
    const cardsOf = Map.groupBy(await cardsOfBrands(db, ids), ({ brandId }) => brandId);
    for (const row of rows) {
      const views = Number(some.get(row.id)?.views ?? 0);
      read.push(makeBrand({ row, cards: cardsOf.get(row.id) ?? [], views, stock }));
    }
  }
  return read;
}

function store({ byId, byCard }: StoredBrands, brand: Brand): void {
  const before = byId.get(brand.id);
  for (const cardId of before?.cards.ids ?? []) byCard.delete(cardId);
  byId.set(brand.id, brand);
  for (const cardId of brand.cards.ids) byCard.set(cardId, brand);
}

function takeViews({ byId }: StoredBrands, revisions: readonly Revision[]): boolean {
  let changed = false;
  for (const { id, views } of revisions) {
    const brand = byId.get(id);
    if (!brand || brand.views === Number(views)) continue;
    brand.views = Number(views);
    changed = true;
  }
  return changed;
}

async function takeStock({ byId }: StoredBrands, stock: StockLevels): Promise<boolean> {
  let changed = false;
  let seen = 0;
  for (const brand of byId.values()) {
    changed = restock(brand, stock) || changed;
    seen += 1;
    if (seen % batch === 0) await breathe();
  }
  return changed;
}

/** Reads what changed since the last time. Stock is looked at when it is due or a brand changed. */
export async function update(
  stored: StoredBrands,
  db: Queryable,
  { stockLevels, stockDue }: { stockLevels: () => Promise<StockLevels>; stockDue: boolean },
): Promise<void> {
  const revisions = await brandRevisions(db);
  const changed = revisions.filter(
    ({ id, revision }) => stored.byId.get(id)?.revision !== revision,
  );
  const stock = changed.length > 0 || stockDue ? await stockLevels() : undefined;
  const fresh = stock ? await readBrands(db, changed, stock) : [];
  for (const brand of fresh) store(stored, brand);
  const viewed = takeViews(stored, revisions);
  const restocked = stock ? await takeStock(stored, stock) : false;
  if (fresh.length > 0 || viewed || restocked) stored.shelf = makeShelf(stored.byId, stored.shelf);
}
