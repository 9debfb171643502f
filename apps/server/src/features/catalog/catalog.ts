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
export { priceChore } from './edit/coming-prices.ts';
export { checkCatalog, importCatalog, loadCatalog } from './import/import.ts';
export { catalogColumns } from './import/rows.ts';
export { undoCatalog } from './import/undo.ts';
export type { ShownBrand, ShownCard } from './shown.ts';

export interface CatalogParts {
  readonly db: Db;
  readonly log: Log;
  /** Codes on sale by card id; cards without any may be absent. */
  readonly stockLevels: (db: Queryable) => Promise<StockLevels>;
}

export interface Catalog {
  /** A card, retired ones included; undefined if the id is unknown. */
  card(cardId: string): CardDetails | undefined;
  /** Only the title, for callers that compare many cards. */
  titleOf(cardId: string): string | undefined;
  /** Flushes counted views, then reloads what changed: brands, cards, stock and views. */
  refresh(): Promise<void>;
  readonly brandCount: number;
  /** Brands on sale. */
  readonly shelf: Shelf;
  /** Incremented when brands or cards change, not for views or stock. */
  readonly edition: number;
  /** A brand for the head of its public page; undefined if it is not on sale. */
  shown(brandId: string): ShownBrand | undefined;
  /** The most viewed brands. */
  best(count: number): ShownBrand[];
  /** Calls the listener whenever the shelf is replaced. */
  onChange(listener: () => void): void;
  /** Counts a view of a brand, once a day per visitor. */
  countView(brandId: string, visitor: string): void;
  close(): Promise<void>;
}

/** Payload of the notification `catalog_changed` when codes were loaded. */
const stockNotice = 'stock';

const refreshEveryMs = seconds(5);
/** New stock rebuilds and recompresses the replies of its brands, so it is reloaded less often than changed brands. */
const stockEveryMs = seconds(15);
/** Every reply contains views: new ones rebuild and recompress all replies. */
const viewsEveryMs = seconds(30);

/** A timer that is due at most once per `ms`. */
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

/** Loads the catalogue, then follows changes of the database. */
export async function openCatalog({ db, log, stockLevels }: CatalogParts): Promise<Catalog> {
  const stored = noBrands();
  const details = describeCards(stored);
  const views = countViews(db);
  const listeners: (() => void)[] = [];
  const stock = everySo(stockEveryMs);
  const viewed = everySo(viewsEveryMs);
  const reload = async () => {
    // Read before the first await: what is hurried during this run is due in the next one.
    const due = { stock: stock.isDue(), views: viewed.isDue() };
    // A failed write of views must not delay new prices.
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
      // If the database is gone at shutdown, the views are lost, but `close` still succeeds.
      await views
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'the last views could not be written'));
    },
  };
}
