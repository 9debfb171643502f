import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { type FileProblem, readSheet } from '../../platform/sheets/sheet.ts';
import {
  announceStock,
  insertBatch,
  insertCodes,
  knownCards,
  newCodeIds,
  setBatchLoaded,
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

const codeColumns = {
  needed: ['card_id', 'serial', 'code'],
  known: ['card_id', 'serial', 'code', 'expires_at'],
};

/** Parses a file of codes. */
export function readCodes(content: string): {
  rows: CodeRow[];
  notes: string[];
  problems: FileProblem[];
} {
  const { rows, ...said } = readSheet(content, codeColumns);
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
    const loaded = await db.tx((tx) => insertAll(tx, { rows, source, keys }));
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
  const known = new Set((await knownCards(db, ids)).map(({ id }) => id));
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
      : `card ${cardId} does not exist`;
    const first = lineOf.get(code);
    if (first === undefined) lineOf.set(code, line);
    if (serials.has(serial)) sameSerials.push(line);
    serials.add(serial);
    if (message) return [{ line, message }];
    return first === undefined ? [] : [{ line, message: `code is on line ${first} already` }];
  });
  return { errors, sameSerials };
}

class Duplicates extends Error {
  readonly errors: { line: number; message: string }[];
  constructor(errors: { line: number; message: string }[]) {
    super('some codes were loaded before');
    this.errors = errors;
  }
}

async function insertAll(
  tx: Tx,
  { rows, source, keys }: { rows: readonly CodeRow[]; source: string; keys: KeyRing },
): Promise<Loaded> {
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
        duplicates.push({ line, message: 'code was loaded before' });
  }
  if (duplicates.length > 0) throw new Duplicates(duplicates);
  await setBatchLoaded(tx, batchId, rows.length);
  await announceStock(tx);
  return { loaded: rows.length, expired };
}
