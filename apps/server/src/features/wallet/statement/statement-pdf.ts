/** Statements as PDF: A4, one table, streamed page by page. */

import { setImmediate } from 'node:timers/promises';
import { formatMoney } from '@giftlane/contract/money/money.ts';
import { dayWriter } from '@giftlane/texts/dates.ts';
import { locale } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import type PDFDocument from 'pdfkit';
import type { Db } from '../../../platform/db/db.ts';
import { setType, type TextStyle, type Type } from './pdf-type.ts';
import { type Line, linesOf, referenceOf, type WalletStatement } from './statement.ts';

const [width, height, edge] = [595.28, 841.89, 48];
const right = width - edge;
/** Table columns; `x` is the left edge, or the right edge of a right-aligned column. */
const columns = {
  day: { x: edge, right: false },
  words: { x: edge + 68, width: 196, right: false },
  reference: { x: edge + 276, width: 86, right: false },
  amount: { x: right - 74, right: true },
  balance: { x: right, right: true },
} as const;
type Column = keyof typeof columns;
const lastLine = height - 64;
const [lineHeight, rowRoom] = [11.5, 7];

const [ink, soft, rule, leaf] = ['#17150f', '#5f5a4d', '#d9d3c4', '#0b6b47'] as const;
const plain: TextStyle = { size: 8.5, color: ink };
const quiet: TextStyle = { size: 7.5, color: soft };
const strong: TextStyle = { size: 8.5, weight: 600, color: ink };

const writeUtcDay = dayWriter('UTC');
const dayOf = (day: string) => writeUtcDay(new Date(`${day}T00:00:00Z`));

type Doc = InstanceType<typeof PDFDocument>;

interface Sheet {
  readonly doc: Doc;
  readonly type: Type;
  readonly statement: WalletStatement;
  readonly writeDay: (at: Date) => string;
  y: number;
  page: number;
}

const money = (minor: bigint, { member }: WalletStatement) =>
  formatMoney(minor < 0n ? -minor : minor, member.currency);
/** With + or U+2212 (minus sign). */
const signed = (minor: bigint, statement: WalletStatement) =>
  `${minor < 0n ? '−' : '+'}${money(minor, statement)}`;
const balanceText = (minor: bigint, statement: WalletStatement) =>
  minor < 0n ? signed(minor, statement) : money(minor, statement);

function drawRule({ doc }: Sheet, y: number, color: string = rule): void {
  doc.lineWidth(0.5).strokeColor(color).moveTo(edge, y).lineTo(right, y).stroke();
}

const periodOf = ({ from, to }: WalletStatement) =>
  text('statement.foot', { shop: text('shop.name'), from: dayOf(from), to: dayOf(to) });

function drawIn(
  sheet: Sheet,
  column: Column,
  y: number,
  lines: readonly string[],
  look: TextStyle,
) {
  const { x, right } = columns[column];
  for (const [i, line] of lines.entries())
    sheet.type.draw(line, { x, y: y + i * lineHeight }, { ...look, right });
}

function drawFoot({ type, page, statement }: Sheet): void {
  const y = height - 36;
  type.draw(periodOf(statement), { x: edge, y }, quiet);
  type.draw(text('statement.page', { page }), { x: right, y }, { ...quiet, right: true });
}

function drawTableHead(sheet: Sheet): void {
  for (const column of ['day', 'words', 'reference', 'amount', 'balance'] as const)
    drawIn(sheet, column, sheet.y, [text(`statement.${column}`)], { ...quiet, weight: 600 });
  sheet.y += 6;
  drawRule(sheet, sheet.y, ink);
}

/** Frees a written page; pdfkit would retain all pages until the end. */
function forget(page: Doc['page']): void {
  (page.dictionary as { data: object }).data = {};
}

function turnPage(sheet: Sheet): void {
  const { doc } = sheet;
  const { page } = doc;
  doc.addPage();
  forget(page);
  sheet.page += 1;
  drawFoot(sheet);
  sheet.y = edge + 8;
  drawTableHead(sheet);
}

/** Room below each movement, so that the closing balance is never alone on a page. */
const closingRoom = lineHeight + rowRoom;

/** Makes room for a row, on a new page if needed; returns the baseline of its first line. */
function row(sheet: Sheet, lines: number, spare = closingRoom): number {
  const room = lines * lineHeight + rowRoom;
  if (sheet.y + room + spare > lastLine) turnPage(sheet);
  const top = sheet.y;
  sheet.y = top + room;
  drawRule(sheet, sheet.y);
  return top + lineHeight + 1;
}

function drawLine(sheet: Sheet, line: Line): void {
  const { type, statement, writeDay } = sheet;
  const { movement, wire } = line;
  const words = type.lines(wire.sDescription, columns.words.width, plain);
  const note = wire.sNote ? type.lines(`“${wire.sNote}”`, columns.words.width, quiet) : [];
  const reference = type.lines(referenceOf(line), columns.reference.width, quiet);
  const y = row(sheet, Math.max(words.length + note.length, reference.length));
  const color = movement.amountMinor > 0n ? leaf : ink;
  drawIn(sheet, 'day', y, [writeDay(movement.movedAt)], plain);
  drawIn(sheet, 'words', y, words, plain);
  drawIn(sheet, 'words', y + words.length * lineHeight, note, quiet);
  drawIn(sheet, 'reference', y, reference, quiet);
  drawIn(sheet, 'amount', y, [signed(movement.amountMinor, statement)], { ...plain, color });
  drawIn(sheet, 'balance', y, [balanceText(movement.balanceMinor, statement)], plain);
}

function drawBalance(sheet: Sheet, words: string, minor: bigint): void {
  const y = row(sheet, 1, 0);
  drawIn(sheet, 'words', y, [words], strong);
  drawIn(sheet, 'balance', y, [balanceText(minor, sheet.statement)], strong);
}

/** Draws the member's name, the period and the totals. */
function drawHead(sheet: Sheet): void {
  const { type, statement, writeDay } = sheet;
  const { member, from, to, zone, span, inMinor, outMinor } = statement;
  const label: TextStyle = { size: 8, color: soft };
  type.draw(text('shop.name'), { x: edge, y: 64 }, { size: 18, weight: 600, color: leaf });
  type.draw(text('statement.title'), { x: right, y: 64 }, { size: 13, color: soft, right: true });
  for (const line of type.lines(statement.company.join(' · '), right - edge, quiet).slice(0, 1))
    type.draw(line, { x: edge, y: 78 }, quiet);
  const called: TextStyle = { size: 11.5, weight: 600, color: ink };
  const name = type.lines(member.fullName, 260, called).slice(0, 3);
  for (const [i, one] of name.entries()) type.draw(one, { x: edge, y: 100 + i * 15 }, called);
  const y = 85 + name.length * 15;
  type.draw(text('statement.address', { address: member.id }), { x: edge, y: y + 15 }, label);
  const facts = [
    text('statement.period', { from: dayOf(from), to: dayOf(to), zone }),
    text('statement.madeOn', { day: writeDay(new Date()) }),
    text('statement.currency', { currency: member.currency.toUpperCase() }),
  ];
  for (const [i, fact] of facts.entries())
    type.draw(fact, { x: right, y: 100 + i * 13 }, { ...label, right: true });
  const sums = [
    [text('statement.opening'), balanceText(span.openingMinor, statement)],
    [text('statement.in'), inMinor > 0n ? signed(inMinor, statement) : money(0n, statement)],
    [text('statement.out'), outMinor > 0n ? signed(-outMinor, statement) : money(0n, statement)],
    [text('statement.closing'), balanceText(span.closingMinor, statement)],
  ] as const;
  const top = y + 44;
  drawRule(sheet, top);
  for (const [i, [words, figure]] of sums.entries()) {
    const x = edge + (i * (right - edge)) / sums.length;
    type.draw(words, { x, y: top + 18 }, label);
    type.draw(figure, { x, y: top + 34 }, { size: 12, weight: 600, color: ink });
  }
  drawRule(sheet, top + 46);
  sheet.y = top + 74;
}

/** Rows drawn per turn of the event loop: a few milliseconds. */
const linesInTurn = 25;

let last = Promise.resolve();

/** Starts or finishes one document per turn of the event loop, as both process fonts synchronously. */
const ownTurn = (): Promise<void> => {
  last = last.then(() => setImmediate());
  return last;
};

/** The file in chunks; written pages are freed. */
export async function* pdfPieces(db: Db, statement: WalletStatement): AsyncGenerator<Uint8Array> {
  // Loaded on first use: most processes make no PDF.
  const { default: Pdf } = await import('pdfkit');
  const doc = new Pdf({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    lang: locale,
    displayTitle: true,
    info: {
      Title: periodOf(statement),
      Author: text('shop.name'),
      Producer: text('shop.name'),
      Creator: text('shop.name'),
    },
  });
  const written = (): Buffer => (doc.read() as Buffer | null) ?? Buffer.alloc(0);
  await ownTurn();
  doc.addPage();
  const writeDay = dayWriter(statement.zone);
  const sheet: Sheet = { doc, type: setType(doc), statement, writeDay, y: 0, page: 1 };
  drawFoot(sheet);
  drawHead(sheet);
  drawTableHead(sheet);
  drawBalance(sheet, text('statement.opening'), statement.span.openingMinor);
  for await (const lines of linesOf(db, statement)) {
    for (const [i, line] of lines.entries()) {
      drawLine(sheet, line);
      if (i % linesInTurn === linesInTurn - 1) await setImmediate();
    }
    yield written();
  }
  await ownTurn();
  drawBalance(sheet, text('statement.closing'), statement.span.closingMinor);
  doc.end();
  yield written();
}
