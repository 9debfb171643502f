/** The calls of settlement files in the back office. */
import { toDecimalText } from '@giftlane/contract/money/money.ts';
import * as calls from '@giftlane/contract/office/settlements.ts';
import { pageBy, pageLimit, pageOfRows } from '../../../platform/db/pages.ts';
import type { Http } from '../../../platform/http/http.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { csvMark, csvRecord, csvText } from '../../../platform/sheets/csv.ts';
import { operatorNaming } from '../../operators/operators.ts';
import { addSettlement, type SettlementParts } from './settlement.ts';
import {
  type Difference,
  differencesAfter,
  filesBefore,
  type StoredFile,
  sumsOfFile,
} from './settlement-queries.ts';

const fileToWire = (file: StoredFile, nameOf: (id: string) => string) => ({
  _id: file.id,
  sName: file.name,
  sAccount: file.account,
  dBeginsAt: file.beginsAt.toISOString(),
  dEndsAt: file.endsAt.toISOString(),
  sBy: nameOf(file.readBy),
  dCreatedAt: file.createdAt.toISOString(),
  nMatched: file.matched,
  nDifferences: file.differences,
});

const moneyToWire = (minor: bigint | null, currency: string | null) =>
  minor === null || currency === null
    ? null
    : { sAmount: toDecimalText(minor), sCurrency: currency };

const differenceToWire = (one: Difference) => ({
  nPosition: one.position,
  eKind: one.kind,
  sTransaction: one.transactionId,
  sEvent: one.event,
  dAt: one.at.toISOString(),
  oFile: moneyToWire(one.fileMinor, one.fileCurrency),
  oBooks: moneyToWire(one.booksMinor, one.booksCurrency),
});

const head = ['kind', 'transaction', 'event', 'time', 'file', 'currency', 'books', 'currency'];

function sheetOf(differences: readonly Difference[]): string {
  const records = differences.map((one) => {
    const cells = (minor: bigint | null, currency: string | null) =>
      minor === null ? ['', ''] : [toDecimalText(minor), csvText(currency ?? '')];
    return csvRecord([
      one.kind,
      csvText(one.transactionId),
      csvText(one.event),
      one.at.toISOString(),
      ...cells(one.fileMinor, one.fileCurrency),
      ...cells(one.booksMinor, one.booksCurrency),
    ]);
  });
  return csvMark + csvRecord(head) + records.join('');
}

/** More than a file of the most lines and a busy month have. */
const mostInSheet = 1_000_000;

/** Serves the calls. */
export function settlementRoutes(http: Http, parts: SettlementParts): void {
  const { db } = parts;
  const find = async (id: string): Promise<StoredFile> => {
    const [found] = await filesBefore(db, { before: '', id, most: 1 });
    if (!found) throw new Refusal('settlement.not_found');
    return found;
  };
  http.route(calls.listSettlements, async ({ query }) => {
    const asked = { before: query.sAfter ?? '', id: null, most: pageLimit };
    const files = await filesBefore(db, asked);
    const nameOf = await operatorNaming(
      db,
      files.map(({ readBy }) => readBy),
    );
    return { data: pageOfRows(files.map((row) => fileToWire(row, nameOf))) };
  });
  http.route(calls.addSettlement, async ({ query, body }, { operator }) => {
    const sent = { file: body, name: query.sName, readBy: operator.operatorId };
    const { id, known } = await addSettlement(parts, sent);
    return { data: { _id: id, bKnown: known } };
  });
  http.route(calls.showSettlement, async ({ params: { id } }) => {
    const file = await find(id);
    const [sums, nameOf] = await Promise.all([
      sumsOfFile(db, id),
      operatorNaming(db, [file.readBy]),
    ]);
    const aSums = sums.map((sum) => ({
      sCurrency: sum.currency,
      nMatched: sum.matched,
      sPaid: toDecimalText(sum.paidMinor),
      sReturned: toDecimalText(sum.returnedMinor),
      sFees: toDecimalText(sum.feeMinor),
      nOthers: sum.others,
      sOthers: toDecimalText(sum.otherMinor),
    }));
    return { data: { ...fileToWire(file, nameOf), aSums } };
  });
  http.route(calls.listDifferences, async ({ params: { id }, query }) => {
    await find(id);
    const kind = query.eKind ?? null;
    const after = /^\d{1,9}$/.test(query.sAfter ?? '') ? Number(query.sAfter) : 0;
    const found = await differencesAfter(db, { id, kind, after, most: pageLimit });
    return { data: pageBy(found, differenceToWire, ({ position }) => String(position)) };
  });
  http.route(calls.settlementSheet, async ({ params: { id } }, { reply }) => {
    await find(id);
    const found = await differencesAfter(db, { id, kind: null, after: 0, most: mostInSheet });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="settlement-${id}.csv"`)
      .send(sheetOf(found));
  });
}
