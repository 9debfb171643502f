/** All brands in memory, synchronised with the database. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Queryable } from '../../../platform/db/db.ts';
import { type Brand, cardOf, makeBrand, restock } from '../brand.ts';
import { brandRevisions, brandsById, cardsOfBrands } from '../queries.ts';
import { type CardIndex, makeCardIndex } from './card-index.ts';
import { idsOf, type StockLevels } from './packed-cards.ts';
import { makeShelf, renewShelf, type Shelf } from './shelf.ts';

export interface StoredBrands {
  /** Retired ones included; a reloaded brand keeps its index. */
  readonly all: Brand[];
  readonly placeOf: Map<string, number>;
  readonly cards: CardIndex;
  shelf: Shelf;
  /** Incremented when brands or cards change, not for views or stock. */
  edition: number;
}

export function noBrands(): StoredBrands {
  return { all: [], placeOf: new Map(), cards: makeCardIndex(), shelf: makeShelf([]), edition: 0 };
}

/** The brand of a card. */
export function brandOfCard({ all, cards }: StoredBrands, cardId: string): Brand | undefined {
  const candidates = cards.candidates(cardId).map((place) => all[place]);
  return candidates.find((brand) => brand !== undefined && cardOf(brand, cardId) !== undefined);
}

type Revision = Awaited<ReturnType<typeof brandRevisions>>[number];

/** Brands per batch; requests are served between batches. */
const batch = 40;

async function readBrands(
  db: Queryable,
  revisions: readonly Revision[],
  stock: StockLevels,
): Promise<Brand[]> {
  const read: Brand[] = [];
  for (let from = 0; from < revisions.length; from += batch) {
    const some = new Map(revisions.slice(from, from + batch).map((one) => [one.id, one]));
    const ids = [...some.keys()];
    // Brands before cards: the cards are then at least as new as the revision. A change in between raises
    // the revision and is read again at its notification.
    const rows = await brandsById(db, ids);
    const cardsOf = Map.groupBy(await cardsOfBrands(db, ids), ({ brandId }) => brandId);
    for (const row of rows) {
      const views = Number(some.get(row.id)?.views ?? 0);
      read.push(makeBrand({ row, cards: cardsOf.get(row.id) ?? [], views, stock }));
    }
  }
  return read;
}

function store({ all, placeOf, cards }: StoredBrands, brand: Brand): void {
  const place = placeOf.get(brand.id) ?? all.length;
  all[place] = brand;
  placeOf.set(brand.id, place);
  for (const cardId of idsOf(brand.cards)) cards.add(cardId, place);
}

const brandOf = ({ all, placeOf }: StoredBrands, id: string) => all[placeOf.get(id) ?? -1];

function takeViews(stored: StoredBrands, revisions: readonly Revision[]): boolean {
  let changed = false;
  for (const { id, views } of revisions) {
    const brand = brandOf(stored, id);
    if (!brand || brand.views === Number(views)) continue;
    brand.views = Number(views);
    changed = true;
  }
  return changed;
}

async function takeStock({ all }: StoredBrands, stock: StockLevels): Promise<boolean> {
  let changed = false;
  let seen = 0;
  for (const brand of all) {
    changed = restock(brand, stock) || changed;
    seen += 1;
    if (seen % batch === 0) await breathe();
  }
  return changed;
}

interface Due {
  readonly stockLevels: () => Promise<StockLevels>;
  readonly stock: boolean;
  readonly views: boolean;
}

/** Reloads what changed: stock if it is due or a brand changed, views if due. */
export async function update(stored: StoredBrands, db: Queryable, due: Due): Promise<void> {
  const revisions = await brandRevisions(db);
  const changed = revisions.filter(
    ({ id, revision }) => brandOf(stored, id)?.revision !== Number(revision),
  );
  const stock = changed.length > 0 || due.stock ? await due.stockLevels() : undefined;
  const fresh = stock ? await readBrands(db, changed, stock) : [];
  for (const brand of fresh) store(stored, brand);
  const viewed = due.views && takeViews(stored, revisions);
  const restocked = stock ? await takeStock(stored, stock) : false;
  if (fresh.length > 0) stored.edition += 1;
  if (fresh.length > 0) stored.shelf = makeShelf(stored.all, stored.shelf);
  else if (viewed || restocked) stored.shelf = renewShelf(stored.shelf);
}
