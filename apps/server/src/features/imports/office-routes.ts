/** The calls of imports in the back office. */
import * as calls from '@giftlane/contract/office/imports.ts';
import { pageBy, pageLimit, pageOfRows } from '../../platform/db/pages.ts';
import type { Http, Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Options } from '../content/content.ts';
import { operatorNaming } from '../operators/operators.ts';
import { goodsOf } from './goods.ts';
import {
  addImport,
  beginLoading,
  dropImport,
  type ImportParts,
  readAs,
  undoImport,
} from './imports.ts';
import { findImport, type Import, type ImportKind, importsBefore, linesAfter } from './queries.ts';

const needed = { catalogue: 'catalogue.edit', codes: 'stock.edit' } as const;

const may = ({ permissions }: Operator, kind: ImportKind) => permissions.has(needed[kind]);

type NameOf = Awaited<ReturnType<typeof operatorNaming>>;

const rowToWire = (row: Import, nameOf: NameOf) => ({
  _id: row.id,
  eKind: row.kind,
  sName: row.name,
  eState: row.state,
  sBy: nameOf(row.operatorId),
  dCreatedAt: row.createdAt.toISOString(),
  nAdded: row.added,
  nChanged: row.changed,
  nSame: row.same,
  nRefused: row.refused,
  nTotal: row.total,
  nDone: row.done,
});

async function importToWire(row: Import, parts: ImportParts) {
  const { known, needed: wanted } = goodsOf(row.kind, parts.keys).columns;
  return {
    ...rowToWire(row, await operatorNaming(parts.db, [row.operatorId])),
    eEncoding: row.encoding,
    eSeparator: row.separator,
    aHead: [...row.head],
    aColumns: [...row.columns],
    aKnown: [...known],
    aNeeded: [...wanted],
    aNotes: row.notes,
    bKept: row.kept,
  };
}

/** Serves the calls. */
export function importOfficeRoutes(
  http: Http,
  parts: ImportParts & { readonly options: Options },
): void {
  const { db } = parts;
  const find = async (id: string, operator: Operator): Promise<Import> => {
    const found = await findImport(db, id);
    if (!found) throw new Refusal('import.not_found');
    if (!may(operator, found.kind)) throw new Refusal('session.not_permitted');
    return found;
  };
  http.route(calls.listImports, async ({ query }, { operator }) => {
    const kinds = calls.importKinds.filter((kind) => may(operator, kind));
    const rows = await importsBefore(db, { kinds, before: query.sAfter ?? '', most: pageLimit });
    const nameOf = await operatorNaming(
      db,
      rows.map(({ operatorId }) => operatorId),
    );
    return { data: pageOfRows(rows.map((row) => rowToWire(row, nameOf))) };
  });
  http.route(calls.addImport, async ({ params: { kind }, query, body }, { operator }) => {
    if (!may(operator, kind)) throw new Refusal('session.not_permitted');
    const bytes = Buffer.from(await body.arrayBuffer());
    const { operatorId } = operator;
    return {
      data: { _id: await addImport(parts, { kind, name: query.sName, bytes, operatorId }) },
    };
  });
  http.route(calls.showImport, async ({ params }, { operator }) => ({
    data: await importToWire(await find(params.id, operator), parts),
  }));
  http.route(calls.listImportLines, async ({ params: { id }, query }, { operator }) => {
    await find(id, operator);
    const outcome = query.eOutcome ?? null;
    const after = /^\d{1,9}$/.test(query.sAfter ?? '') ? Number(query.sAfter) : 0;
    const lines = await linesAfter(db, { id, outcome, after, most: pageLimit });
    const lineOf = ({ line, column, what, ...row }: (typeof lines)[number]) => ({
      nLine: line,
      eOutcome: row.outcome,
      sColumn: column,
      sWhat: what,
    });
    return { data: pageBy(lines, lineOf, ({ position }) => String(position)) };
  });
  http.route(calls.readImportAs, async ({ params, body }, { operator }) => {
    const found = await find(params.id, operator);
    const { eEncoding: encoding, eSeparator: separator, aColumns: columns } = body;
    await readAs(parts, found, { encoding, separator, columns });
    return { data: null };
  });
  http.route(calls.loadImport, async ({ params }, { operator }) => {
    const { id } = await find(params.id, operator);
    await beginLoading(parts, id);
    return { data: null };
  });
  http.route(calls.undoImport, async ({ params }, { operator }) => {
    const { id } = await find(params.id, operator);
    const mostAlone = await parts.options.whole('codes_voided_alone');
    await undoImport(parts, { id, operatorId: operator.operatorId, mostAlone });
    return { data: null };
  });
  http.route(calls.dropImport, async ({ params }, { operator }) => {
    const { id } = await find(params.id, operator);
    await dropImport(parts, id);
    return { data: null };
  });
}
