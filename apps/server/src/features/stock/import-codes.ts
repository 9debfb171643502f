import { text } from '@giftlane/texts/text.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import {
  type CheckedSheet,
  type Choices,
  type FileProblem,
  readSheet,
} from '../../platform/sheets/sheet.ts';
import {
  announceStock,
  insertBatch,
  insertCodes,
  knownCards,
  loadedBefore,
  markUndone,
  newCodeIds,
  setBatchLoaded,
  undoCodes,
} from './import-queries.ts';
import {
  type CodeRow,
  codeIdentity,
  damages,
  foldCode,
  plainSigns,
  rowProblem,
  tailPrint,
} from './rules.ts';

interface Loaded {
  readonly loaded: number;
  /** Codes among them that have expired already; they are never sold. */
  readonly expired: number;
}

interface ImportedCodes extends Loaded {
  readonly errors: readonly { line: number; message: string }[];
  /** Lines whose card and serial repeat an earlier line. */
  readonly sameSerials: readonly number[];
}

/** The columns of codes in a sheet. */
export const codeColumns = {
  needed: ['card_id', 'serial', 'code'],
  known: ['card_id', 'serial', 'code', 'expires_at'],
};

/** Parses a file of codes. */
export function readCodes(
  content: string,
  choices?: Choices,
): {
  rows: CodeRow[];
  notes: string[];
  problems: FileProblem[];
} {
  const { rows, ...said } = readSheet(content, codeColumns, choices);
  const codes = rows.map(({ line, cells, literal }) => ({
    line,
    cardId: cells.get('card_id') ?? '',
    serial: cells.get('serial') ?? '',
    code: cells.get('code') ?? '',
    validUntil: cells.get('expires_at') || undefined,
    literal,
  }));
  return { rows: codes, ...said };
}

const atOnce = 2_000;
const maxErrors = 100;

/**
 * Imports codes in one transaction, all or nothing; errors are reported with their lines. A code that was
 * ever imported before is an error, whatever its card.
 */
export async function importCodes(
  db: Db,
  { rows, source, keys }: { rows: readonly CodeRow[]; source: string; keys: KeyRing },
): Promise<ImportedCodes> {
  const { errors, sameSerials } = await look(db, rows);
  const nothing = { loaded: 0, expired: 0, sameSerials };
  if (errors.length > 0) return { ...nothing, errors: errors.slice(0, maxErrors) };
  try {
    const loaded = await db.tx((tx) => loadCodes(tx, { rows, source, keys }));
    return { ...loaded, sameSerials, errors: [] };
  } catch (error) {
    if (error instanceof Duplicates)
      return { ...nothing, errors: error.errors.slice(0, maxErrors) };
    throw error;
  }
}

/** Validates rows before the import, and finds repeated serials. */
async function look(db: Db, rows: readonly CodeRow[]) {
  const ids = [...new Set(rows.map((row) => row.cardId))];
  const known = new Map((await knownCards(db, ids)).map(({ id, title }) => [id, title]));
  const damageOf = damages(rows);
  const lineOf = new Map<string, number>();
  const serials = new Set<string>();
  const sameSerials: number[] = [];
  const errors = rows.flatMap((row) => {
    const { line, cardId } = row;
    const code = foldCode(row.code);
    const serial = JSON.stringify([cardId, row.serial]);
    const message = known.has(cardId)
      ? (damageOf(row) ?? rowProblem(row))
      : 'card_id is of no card';
    const first = lineOf.get(code);
    if (first === undefined) lineOf.set(code, line);
    if (serials.has(serial)) sameSerials.push(line);
    serials.add(serial);
    if (message) return [{ line, message }];
    return first === undefined ? [] : [{ line, message: `code is on line ${first} already` }];
  });
  return { errors, sameSerials, titles: known };
}

/** What loading the rows of a sheet would do, line by line; loads nothing. No cell is told: it may be a code. */
export async function checkCodes(
  db: Db,
  { sheet, keys }: { sheet: ReturnType<typeof readCodes>; keys: KeyRing },
): Promise<CheckedSheet> {
  const { rows, notes, problems } = sheet;
  const { errors, sameSerials, titles } = await look(db, rows);
  const found = [...problems, ...errors.map((error) => ({ column: columnOf(error), ...error }))];
  const wrong = new Set(found.map(({ line }) => line));
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce).filter(({ line }) => !wrong.has(line));
    const prints = some.map((row) => keys.fingerprint(foldCode(row.code)));
    const loaded = new Set((await loadedBefore(db, prints)).map((print) => print.toString('hex')));
    some.forEach(({ line }, i) => {
      if (loaded.has(prints[i]?.toString('hex') ?? ''))
        found.push({ line, column: 'code', message: loadedWords });
    });
  }
  const refused = new Set(found.map(({ line }) => line));
  const lines = [
    ...found.map(({ line, column, message }) => ({
      line,
      outcome: 'refused' as const,
      column,
      what: message,
    })),
    ...rows
      .filter(({ line }) => !refused.has(line))
      .map(({ line, cardId }) => ({
        line,
        outcome: 'added' as const,
        column: '',
        what: titles.get(cardId) ?? '',
      })),
  ].sort((a, b) => a.line - b.line);
  const repeated = sameSerials.length;
  const warning = repeated > 0 ? [text('office.goods.sameSerials', { count: repeated })] : [];
  return { lines, same: 0, notes: [...notes, ...warning] };
}

/** The column that a message about a row begins with. */
const columnOf = ({ message }: { message: string }) =>
  /^(?:serial|code|expires_at)\b/.exec(message)?.[0] ?? 'card_id';

const loadedWords = 'code was loaded before';

/** What loading a sheet again says that was checked meanwhile by other rules or other stock. */
export class Duplicates extends Error {
  readonly errors: { line: number; message: string }[];
  constructor(errors: { line: number; message: string }[]) {
    super('some codes were loaded before');
    this.errors = errors;
  }
}

interface Loading {
  readonly rows: readonly CodeRow[];
  readonly source: string;
  readonly keys: KeyRing;
  /** Hears how many rows were stored. */
  readonly progress?: (rows: number) => Promise<void>;
}

/** Stores rows that were looked at as a batch; throws `Duplicates` for codes that were loaded before. */
export async function loadCodes(
  tx: Tx,
  { rows, source, keys, progress }: Loading,
): Promise<Loaded & { batchId: string }> {
  const batchId = newId('bat');
  await insertBatch(tx, batchId, source);
  const duplicates: { line: number; message: string }[] = [];
  let expired = 0;
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const ids = await newCodeIds(tx, some.length);
    const part = some.map((row, i) => {
      const code = { ...row, id: ids[i] ?? 0n };
      return {
        ...code,
        content: keys.seal(plainSigns(row.code), codeIdentity(code)),
        fingerprint: keys.fingerprint(foldCode(row.code)),
        tail: tailPrint(keys, row.code),
        validUntil: row.validUntil ?? null,
      };
    });
    const stored = await insertCodes(tx, batchId, part);
    expired += stored.filter((code) => code.expired).length;
    const fingerprints = new Set(stored.map((s) => s.fingerprint.toString('hex')));
    for (const { line, fingerprint } of part)
      if (!fingerprints.has(fingerprint.toString('hex')))
        duplicates.push({ line, message: loadedWords });
    await progress?.(start + some.length);
  }
  if (duplicates.length > 0) throw new Duplicates(duplicates);
  await setBatchLoaded(tx, batchId, rows.length);
  await announceStock(tx);
  return { loaded: rows.length, expired, batchId };
}

/** Takes all codes of an import out of stock; refuses `import.sold` when one of them was taken, if only once. */
export async function undoBatch(tx: Tx, batchId: string): Promise<void> {
  const loaded = await markUndone(tx, batchId);
  if ((await undoCodes(tx, batchId)) < loaded) throw new Refusal('import.sold');
  await announceStock(tx);
}
