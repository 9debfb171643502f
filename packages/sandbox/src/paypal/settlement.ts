/** PayPal's Settlement Report of a day (UTC), as CSV of the real format: Settlement Report Specification. */
import { fromDecimalText } from '@giftlane/contract/money/money.ts';
import type { Book, Money } from './book.ts';
import { feeMinor, merchant } from './wire.ts';

const heads = [
  'Transaction ID',
  'Invoice ID',
  'PayPal Reference ID',
  'PayPal Reference ID Type',
  'Transaction Event Code',
  'Transaction Initiation Date',
  'Transaction Completion Date',
  'Transaction Debit or Credit',
  'Gross Transaction Amount',
  'Gross Transaction Currency',
  'Fee Debit or Credit',
  'Fee Amount',
  'Fee Currency',
  'Custom Field',
  'Consumer ID',
  'Payment Tracking ID',
  'Store ID',
  'Bank Reference ID',
  'Credit Transactional Fee',
  'Credit Promotional Fee',
  'Credit Term',
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const record = (...cells: readonly string[]) => `${cells.join(',')}\r\n`;
const timeOf = (iso: string) => `${iso.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} +0000`;

interface Line {
  readonly id: string;
  readonly invoiceId?: string;
  readonly customId?: string;
  readonly about: string;
  readonly aboutType: 'ODR' | 'TXN';
  readonly event: string;
  readonly at: string;
  readonly credit: boolean;
  readonly amount: Money;
  readonly feeMinor: bigint;
}

const minorOf = ({ value }: Money) => fromDecimalText(value) ?? 0n;

function lineRecord(line: Line): string {
  const { currency_code: currency } = line.amount;
  const fee = line.feeMinor > 0n;
  return record(
    ...['SB', line.id, line.invoiceId ?? '', line.about, line.aboutType, line.event].map(quoted),
    timeOf(line.at),
    timeOf(line.at),
    quoted(line.credit ? 'CR' : 'DR'),
    String(minorOf(line.amount)),
    quoted(currency),
    quoted(fee ? 'DR' : ''),
    fee ? String(line.feeMinor) : '',
    quoted(fee ? currency : ''),
    ...[line.customId ?? '', '', '', '', ''].map(quoted),
    ...['', '', ''],
  );
}

/** Captures, refunds and reversals of a day, oldest first. */
function linesOf({ captures, refunds }: Book, day: string): Line[] {
  const paid = captures
    .all()
    .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
    .map((capture): Line => {
      const { amount, createdAt: at, orderId: about } = capture;
      const more = { about, aboutType: 'ODR', at, feeMinor: feeMinor(amount) } as const;
      return { ...capture, ...more, event: 'T0006', credit: true };
    });
  const back = refunds
    .all()
    .filter(({ status }) => status === undefined)
    .map((refund): Line => {
      const { createdAt: at, captureId: about, reversal } = refund;
      const more = { about, aboutType: 'TXN', at, feeMinor: 0n } as const;
      return { ...refund, ...more, event: reversal ? 'T1106' : 'T1107', credit: false };
    });
  return [...paid, ...back]
    .filter(({ at }) => at.startsWith(day))
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Credits, debits, fees and balances of each currency, as one footer has them. */
function footers(type: 'SF' | 'RF', lines: readonly Line[]): string[] {
  const byCurrency = Map.groupBy(lines, ({ amount }) => amount.currency_code);
  return [...byCurrency].map(([currency, some]) => {
    const sum = (of: (line: Line) => bigint) => some.reduce((total, line) => total + of(line), 0n);
    const credits = sum((line) => (line.credit ? minorOf(line.amount) : 0n));
    const debits = sum((line) => (line.credit ? 0n : minorOf(line.amount)));
    const figures = [credits, debits, 0n, sum((line) => line.feeMinor)].map(String);
    return record(quoted(type), quoted(currency), ...figures);
  });
}

/** The report of a day such as `2026-11-29`. */
export function settlementReport(book: Book, day: string): string {
  const lines = linesOf(book, day);
  const count = String(lines.length);
  const account = quoted(merchant.merchant_id);
  return [
    record('"RH"', timeOf(new Date().toISOString()), '"A"', account, '011'),
    record('"FH"', '01'),
    record('"SH"', timeOf(`${day}T00:00:00`), timeOf(`${day}T23:59:59`), account, '""'),
    record('"CH"', ...heads.map(quoted)),
    ...lines.map(lineRecord),
    ...footers('SF', lines),
    record('"SC"', count),
    ...footers('RF', lines),
    record('"RC"', count),
    record('"FF"', count),
  ].join('');
}
