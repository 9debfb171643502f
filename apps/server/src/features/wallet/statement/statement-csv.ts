/** Statements as CSV; the contract documents the columns. */
import { toDecimalText } from '@giftlane/contract/money/money.ts';
import type { Db } from '../../../platform/db/db.ts';
import { csvMark, csvRecord, csvText } from '../../../platform/sheets/csv.ts';
import { groupOf } from './groups.ts';
import { type Line, linesOf, referenceOf, type WalletStatement } from './statement.ts';

const columns = [
  'time',
  'entry',
  'kind',
  'description',
  'reference',
  'note',
  'amount',
  'currency',
  'balance',
] as const;

/** The opening or closing balance. */
function balanceRecord(
  { member }: WalletStatement,
  entry: 'opening' | 'closing',
  { at, balanceMinor }: { at: string; balanceMinor: bigint },
): string {
  return csvRecord([at, entry, '', '', '', '', '', member.currency, toDecimalText(balanceMinor)]);
}

function lineRecord(line: Line): string {
  const { movement, wire } = line;
  return csvRecord([
    movement.movedAt.toISOString(),
    'movement',
    groupOf({ kind: movement.kind, incoming: movement.amountMinor > 0n }),
    csvText(wire.sDescription),
    csvText(referenceOf(line)),
    csvText(wire.sNote),
    toDecimalText(movement.amountMinor),
    movement.currency,
    toDecimalText(movement.balanceMinor),
  ]);
}

/** The file in chunks. */
export async function* csvPieces(db: Db, statement: WalletStatement): AsyncGenerator<string> {
  const { period, span } = statement;
  const opening = { at: period.from.toISOString(), balanceMinor: span.openingMinor };
  yield csvMark + csvRecord(columns) + balanceRecord(statement, 'opening', opening);
  for await (const lines of linesOf(db, statement)) yield lines.map(lineRecord).join('');
  const end = new Date(period.to.getTime() - 1).toISOString();
  const closing = { at: end, balanceMinor: span.closingMinor };
  yield balanceRecord(statement, 'closing', closing);
}
