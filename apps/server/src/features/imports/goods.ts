/** What is imported by sheets: brands and cards, or codes; each by the functions that the command line calls. */
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { CheckedSheet, Choices, Columns } from '../../platform/sheets/sheet.ts';
import { catalogColumns, checkCatalog, loadCatalog, undoCatalog } from '../catalog/catalog.ts';
import { wasOrderedSince } from '../orders/orders.ts';
import {
  checkCodes,
  codeColumns,
  Duplicates,
  loadCodes,
  readCodes,
  undoBatch,
} from '../stock/stock.ts';
import type { Import, ImportKind } from './queries.ts';

export interface GoodsSheet {
  readonly text: string;
  readonly choices: Choices;
}

export interface Loading {
  readonly import: Import;
  readonly progress: (rows: number) => Promise<void>;
}

interface Goods {
  readonly columns: Columns;
  check(db: Db, sheet: GoodsSheet): Promise<CheckedSheet>;
  /** Answers the batch of codes, if it made one; throws `Stale` when a check would now refuse something. */
  load(tx: Tx, sheet: GoodsSheet, loading: Loading): Promise<string | null>;
  undo(tx: Tx, done: Import): Promise<void>;
}

/** Something changed between the check and the loading. */
export class Stale extends Error {}

const catalogue: Goods = {
  columns: catalogColumns,
  check: checkCatalog,
  async load(tx, sheet, { import: { id }, progress }) {
    const loaded = await loadCatalog(tx, sheet, { importId: id, progress });
    if ('problems' in loaded) throw new Stale();
    return null;
  },
  async undo(tx, { id, loadedAt }) {
    const cardIds = await undoCatalog(tx, id);
    if (loadedAt && (await wasOrderedSince(tx, cardIds, loadedAt)))
      throw new Refusal('import.sold');
  },
};

const codes = (keys: KeyRing): Goods => ({
  columns: codeColumns,
  check: (db, { text, choices }) => checkCodes(db, { sheet: readCodes(text, choices), keys }),
  async load(tx, { text, choices }, { import: { name }, progress }) {
    const { rows } = readCodes(text, choices);
    try {
      return (await loadCodes(tx, { rows, source: name, keys, progress })).batchId;
    } catch (error) {
      throw error instanceof Duplicates ? new Stale() : error;
    }
  },
  async undo(tx, { batchId }) {
    if (batchId) await undoBatch(tx, batchId);
  },
});

export const goodsOf = (kind: ImportKind, keys: KeyRing): Goods =>
  kind === 'catalogue' ? catalogue : codes(keys);
