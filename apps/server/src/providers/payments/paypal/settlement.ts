/**
 * PayPal's Settlement Report as CSV. Document: "Settlement Report Specification". Each record begins with its type; `CH`
 * names the columns of those that are about a transaction, `SB`. Amounts are in minor units without a sign.
 */
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import { type SettlementFile, type SettlementLine, UnreadableSettlement } from '../port.ts';

const columns = {
  id: 'Transaction ID',
  event: 'Transaction Event Code',
  begun: 'Transaction Initiation Date',
  at: 'Transaction Completion Date',
  direction: 'Transaction Debit or Credit',
  amount: 'Gross Transaction Amount',
  currency: 'Gross Transaction Currency',
  feeDirection: 'Fee Debit or Credit',
  fee: 'Fee Amount',
  feeCurrency: 'Fee Currency',
} as const;
type Column = keyof typeof columns;

const mostLines = 200_000;

/** Payments; what was taken back of them, without fees that came back; chargebacks. */
const aboutPayment = /^T(00|11(?!08|09)|12)/;

const nameOf = (cell: string) => cell.trim().replace(/\s+/g, ' ').toLowerCase();

type Places = Readonly<Record<Column, number>>;

/** Reads cells of a record by the names of their columns. */
class Row {
  readonly #cells: readonly string[];
  readonly #places: Places;
  readonly line: number;

  constructor(cells: readonly string[], places: Places, line: number) {
    this.#cells = cells;
    this.#places = places;
    this.line = line;
  }

  text(column: Column): string {
    return this.#cells[this.#places[column]]?.trim() ?? '';
  }

  wrong(column: Column): UnreadableSettlement {
    const place = { line: this.line, column: columns[column] };
    return new UnreadableSettlement('value', { ...place, value: this.text(column) });
  }

  like(column: Column, form: RegExp): string {
    const found = this.text(column);
    if (!form.test(found)) throw this.wrong(column);
    return found;
  }

  /** Signed: credits are positive. */
  signed(amount: Column, direction: Column): bigint {
    const minor = BigInt(this.like(amount, /^\d{1,15}$/));
    if (minor === 0n) return 0n;
    return this.like(direction, /^(CR|DR)$/) === 'CR' ? minor : -minor;
  }

  time(column: Column): Date {
    const found = timeOf(this.text(column));
    if (!found) throw this.wrong(column);
    return found;
  }
}

/** A time such as `2026/11/28 23:59:59 -0700`. */
function timeOf(cell: string): Date | undefined {
  const [, date, time, zone] =
    /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(cell.trim()) ?? [];
  if (!date || !time || !zone) return undefined;
  const found = new Date(
    `${date.replaceAll('/', '-')}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`,
  );
  return Number.isNaN(found.getTime()) ? undefined : found;
}

function lineOf(row: Row): SettlementLine {
  const currency = row.like('currency', /^[A-Z]{3}$/);
  const hasFee = row.text('fee') !== '';
  const feeMinor = hasFee ? -row.signed('fee', 'feeDirection') : 0n;
  if (feeMinor !== 0n && row.text('feeCurrency') !== currency) throw row.wrong('feeCurrency');
  const event = row.like('event', /^T\d{4}$/);
  return {
    id: row.like('id', /^[A-Za-z0-9-]{1,64}$/),
    event,
    isPayment: aboutPayment.test(event),
    at: row.time(row.text('at') === '' ? 'begun' : 'at'),
    amountMinor: row.signed('amount', 'direction'),
    currency: currency.toLowerCase(),
    feeMinor,
  };
}

/** Where columns are; refuses when one is missing. */
function placesOf(cells: readonly string[], line: number): Places {
  const names = cells.map(nameOf);
  const found = Object.entries(columns).map(([column, name]): [string, number] => {
    const place = names.indexOf(nameOf(name));
    if (place < 0) throw new UnreadableSettlement('missing', { line, column: name });
    return [column, place];
  });
  return Object.fromEntries(found) as Places;
}

interface Section {
  readonly account: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
}

function sectionOf([, begins = '', ends = '', account = '']: readonly string[], line: number) {
  const [beginsAt, endsAt] = [timeOf(begins), timeOf(ends)];
  const bad = (column: string, value: string) =>
    new UnreadableSettlement('value', { line, column, value });
  if (!beginsAt) throw bad('Reporting Period Start Date', begins);
  if (!endsAt || endsAt < beginsAt) throw bad('Reporting Period End Date', ends);
  return { account: account.trim(), beginsAt, endsAt };
}

/** What was read of a file so far. */
class Reading {
  readonly #ours: string;
  readonly #lines: SettlementLine[] = [];
  #section: Section | undefined;
  #places: Places | undefined;
  #isWhole = false;

  constructor(ours: string) {
    this.#ours = ours;
  }

  take(cells: readonly string[], line: number): void {
    const type = cells[0]?.trim() ?? '';
    const begun = this.#section !== undefined || ['RH', 'FH', 'SH'].includes(type);
    if (!/^[A-Z]{2}$/.test(type) || !begun)
      throw new UnreadableSettlement('form', { line, value: type.slice(0, 20) });
    if (type === 'SH') this.#begin(sectionOf(cells, line), line);
    if (type === 'CH') this.#places = placesOf(cells, line);
    if (type === 'SB') this.#add(cells, line);
    // Footers of the report and of the file; those of a section may be followed by another section.
    this.#isWhole = ['RF', 'RC', 'FF'].includes(type);
  }

  #begin(section: Section, line: number): void {
    const { account } = section;
    if (this.#ours !== '' && account !== this.#ours)
      throw new UnreadableSettlement('account', { line, column: 'Account ID', value: account });
    const first = this.#section ?? section;
    this.#section = {
      account,
      beginsAt: section.beginsAt < first.beginsAt ? section.beginsAt : first.beginsAt,
      endsAt: section.endsAt > first.endsAt ? section.endsAt : first.endsAt,
    };
  }

  #add(cells: readonly string[], line: number): void {
    if (!this.#places) throw new UnreadableSettlement('form', { line, value: 'SB' });
    if (this.#lines.length === mostLines) throw new UnreadableSettlement('long', { line });
    this.#lines.push(lineOf(new Row(cells, this.#places, line)));
  }

  end(line: number): SettlementFile {
    if (!this.#section || !this.#isWhole) throw new UnreadableSettlement('cut', { line });
    return { ...this.#section, lines: this.#lines };
  }
}

/** Reads a report of the shop's account; throws `UnreadableSettlement`. An empty account is not compared. */
export async function readSettlement(
  chunks: AsyncIterable<Uint8Array>,
  ours: string,
): Promise<SettlementFile> {
  const reading = new Reading(ours);
  let line = 0;
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(record: readonly string[], { lines }) {
      line = lines;
      reading.take(record, lines);
      return null;
    },
  });
  try {
    await pipeline(chunks, parser, async (records) => {
      for await (const _ of records);
    });
  } catch (error) {
    const { code } = error as Partial<CsvError>;
    if (code?.startsWith('CSV_')) throw new UnreadableSettlement('form', { line: line + 1 });
    throw error;
  }
  return reading.end(line + 1);
}
