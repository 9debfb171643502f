/** The calls of the stock in the back office. */
import { toWire } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/stock.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  pageBy,
  pageLimit,
  pageOfRows,
  readKey,
  wordsQuery,
  writeKey,
} from '../../platform/db/pages.ts';
import type { Http } from '../../platform/http/http.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import type { Options } from '../content/content.ts';
import { operatorNaming } from '../operators/operators.ts';
import { type BatchRow, batchesBefore, type StockRow, stockAfter } from './level-queries.ts';
import { type Removal, removalsBefore } from './removal-queries.ts';
import { askRemoval, decideRemoval, exportFile } from './removals.ts';

const stockToWire = (row: StockRow) => ({
  _id: row.id,
  sTitle: row.title,
  nValue: toWire(row.valueMinor),
  eCurrency: row.currency,
  bRetired: row.retired,
  nFree: row.free,
  nReserved: row.reserved,
  nSold: row.sold,
  nVoid: row.void,
  nExpired: row.expired,
});

const batchToWire = (row: BatchRow) => ({
  _id: row.id,
  sSource: row.source,
  dLoadedAt: row.createdAt.toISOString(),
  bUndone: row.undone,
  nLoaded: Number(row.loaded),
  nFree: row.free,
  nReserved: row.reserved,
  nSold: row.sold,
  nVoid: row.void,
});

/** Removals as one operator sees them. */
async function removalsToWire(db: Db, rows: readonly Removal[], operatorId: string) {
  const ids = rows.flatMap(({ askedBy, decidedBy }) => [askedBy, decidedBy]);
  const nameOf = await operatorNaming(db, ids);
  return rows.map((row) => ({
    _id: row.id,
    eKind: row.kind,
    sOf: row.of,
    sReason: row.reason,
    nAsked: row.asked,
    nRemoved: row.removed,
    bNeedsSecond: row.needsSecond,
    sAskedBy: nameOf(row.askedBy),
    bOwn: row.askedBy === operatorId,
    dAskedAt: row.askedAt.toISOString(),
    sDecidedBy: row.decidedBy && nameOf(row.decidedBy),
    bAccepted: row.accepted,
    bFile: row.file && (row.askedBy === operatorId || row.decidedBy === operatorId),
  }));
}

async function removalToWire(db: Db, row: Removal, operatorId: string) {
  const [shown] = await removalsToWire(db, [row], operatorId);
  if (!shown) throw new Error('a removal is not shown');
  return shown;
}

export interface StockOfficeParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly options: Options;
}

/** Serves the calls. */
export function stockOfficeRoutes(http: Http, { db, keys, options }: StockOfficeParts): void {
  http.route(calls.listStock, async ({ query }) => {
    const asked = { query: wordsQuery(query.sSearch), brandId: query.iBrandId ?? null };
    const after = readKey(query.sAfter);
    const rows = await stockAfter(db, { ...asked, after, most: pageLimit });
    const keyOf = ({ title, brandId, currency, valueMinor }: StockRow) =>
      writeKey(title, brandId, currency, `${valueMinor}`);
    return { data: pageBy(rows, stockToWire, keyOf) };
  });
  http.route(calls.listBatches, async ({ query }) => {
    const rows = await batchesBefore(db, { before: query.sAfter ?? '', most: pageLimit });
    return { data: pageOfRows(rows.map(batchToWire)) };
  });
  http.route(calls.listRemovals, async ({ query }, { operator }) => {
    const waiting = query.eState === 'waiting';
    const asked = { waiting, before: query.sAfter ?? '', most: pageLimit };
    const rows = await removalsBefore(db, asked);
    return { data: pageOfRows(await removalsToWire(db, rows, operator.operatorId)) };
  });
  http.route(calls.askRemoval, async ({ body }, { operator }) => {
    const { eKind, oBatch, oCard, sReason } = body;
    const { operatorId } = operator;
    const scope = {
      batchId: oBatch?._id ?? null,
      cardId: oCard?._id ?? null,
      serials: oCard?.aSerials ?? null,
    };
    const mostAlone = await options.whole('codes_voided_alone');
    const asking = { kind: eKind, scope, reason: sReason, operatorId, mostAlone };
    const removal = await db.tx((tx) => askRemoval(tx, asking));
    return { data: await removalToWire(db, removal, operatorId) };
  });
  http.route(calls.decideRemoval, async ({ params, body }, { operator }) => {
    const { operatorId } = operator;
    const decision = { id: params.id, accepted: body.bAccept, operatorId };
    const removal = await db.tx((tx) => decideRemoval(tx, decision));
    return { data: await removalToWire(db, removal, operatorId) };
  });
  http.route(calls.exportCodes, async ({ params }, { operator, reply }) => {
    const { operatorId } = operator;
    const file = await db.tx((tx) => exportFile(tx, { id: params.id, operatorId, keys }));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="codes.csv"')
      .send(file);
  });
}
