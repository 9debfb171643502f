/** The catalogue: brands and their cards, served from memory. */
import type { Db, Queryable } from '../../platform/db/db.ts';
import { seconds } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import { type CardDetails, describeCards } from './card-details.ts';
import { keepReloading } from './reload.ts';
import { bestOf, type ShownBrand, showBrand } from './shown.ts';
import type { StockLevels } from './snapshot/packed-cards.ts';
import type { Shelf } from './snapshot/shelf.ts';
import { noBrands, update } from './snapshot/stored-brands.ts';
import { countViews } from './views.ts';

export type { CardDetails } from './card-details.ts';
export { importCatalog } from './import/import.ts';
export type { ShownBrand, ShownCard } from './shown.ts';

export interface CatalogParts {
  readonly db: Db;
  readonly log: Log;
  /** How many codes are free, by card id; a card without any may be missing. */
  readonly stockLevels: (db: Queryable) => Promise<StockLevels>;
}

export interface Catalog {
  /** A card, retired ones too; undefined when there never was one. */
  card(cardId: string): CardDetails | undefined;
  /** The title of a card alone, for who compares many. */
  titleOf(cardId: string): string | undefined;
  /** Writes counted views and reads now what changed: brands, cards, stock and views. */
  refresh(): Promise<void>;
  readonly brandCount: number;
  /** The brands on sale now. */
  readonly shelf: Shelf;
  /** Grows when brands or cards change; views and stock leave it as it is. */
  readonly edition: number;
  /** What a brand's public page says of it; undefined when it is not on sale. */
  shown(brandId: string): ShownBrand | undefined;
  /** The most looked at brands. */
  best(count: number): ShownBrand[];
  /** Calls back when another shelf took the place of the one before. */
  onChange(listener: () => void): void;
  /** Counts a look at a brand, once a day for a visitor. */
  countView(brandId: string, visitor: string): void;
  close(): Promise<void>;
}

/** What a notice says when codes were loaded. */
const stockNotice = 'stock';

const refreshEveryMs = seconds(5);
/** Counting a million codes costs more than reading what changed, so not every turn does. */
const stockEveryMs = seconds(15);
/** Every reply names views, so new ones make all replies be written and compressed anew. */
const viewsEveryMs = seconds(30);

/** Says when something is due that is done at most every so often. */
function everySo(ms: number): { isDue(): boolean; hurry(): void } {
  let at = 0;
  return {
    isDue() {
      const now = performance.now();
      if (now < at) return false;
      at = now + ms;
      return true;
    },
    hurry() {
      at = 0;
    },
  };
}

/** Opens the catalogue: reads it once, then follows the database. */
export async function openCatalog({ db, log, stockLevels }: CatalogParts): Promise<Catalog> {
  const stored = noBrands();
  const details = describeCards(stored);
  const views = countViews(db);
  const listeners: (() => void)[] = [];
  const stock = everySo(stockEveryMs);
  const viewed = everySo(viewsEveryMs);
  const reload = async () => {
    // Asked before anything is waited for: what is hurried meanwhile is due in the next turn.
    const due = { stock: stock.isDue(), views: viewed.isDue() };
    // Views that can not be written keep nobody from seeing a new price.
    const [flushed] = await Promise.allSettled([views.flush()]);
    const before = stored.shelf;
    await update(stored, db, { stockLevels: () => stockLevels(db), ...due });
    if (stored.shelf !== before) {
      details.forget();
      for (const listener of listeners) listener();
    }
    if (flushed.status === 'rejected') throw flushed.reason;
  };
  const reloading = keepReloading(reload, { everyMs: refreshEveryMs, log });
  await reloading.now();
  const listening = db.listen(
    'catalog_changed',
    (what) => {
      if (what === stockNotice) stock.hurry();
      reloading.soon();
    },
    reloading.soon,
  );
  return {
    card: details.of,
    titleOf: details.titleOf,
    async refresh() {
      stock.hurry();
      viewed.hurry();
      await reloading.now();
    },
    get brandCount() {
      return stored.shelf.brands.length;
    },
    get shelf() {
      return stored.shelf;
    },
    get edition() {
      return stored.edition;
    },
    shown: (brandId) => showBrand(stored.shelf, brandId),
    best: (count) => bestOf(stored.shelf, count),
    onChange: (listener) => listeners.push(listener),
    countView: views.count,
    async close() {
      await listening.stop();
      await reloading.stop();
      // A process that ends because its database went away has more to close than this.
      await views
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'the last views could not be written'));
    },
  };
}
