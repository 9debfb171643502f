import * as z from 'zod';
import type { Db, Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/secrets.ts';
import { announceStock, insertBatch, insertCodes, knownCards, setBatchLoaded } from './queries.ts';

export interface CodeRow {
  /** Where it stands in the file, for messages. */
  readonly line: number;
  readonly cardId: string;
  readonly serial: string;
  readonly code: string;
  readonly expiresAt?: string | undefined;
}

export interface ImportedCodes {
  readonly loaded: number;
  readonly errors: readonly { line: number; message: string }[];
}

const atOnce = 2_000;
const maxErrors = 100;

/**
 * Loads codes in one transaction: all of them or, when a row is wrong, none, with every wrong line. A
 * code that was ever loaded before is an error, whatever its card.
 */
export async function importCodes(
  db: Db,
  { rows, source, keys }: { rows: readonly CodeRow[]; source: string; keys: KeyRing },
): Promise<ImportedCodes> {
  const errors = await wrongRows(db, rows);
  if (errors.length > 0) return { loaded: 0, errors: errors.slice(0, maxErrors) };
  try {
    await db.tx((tx) => insertAll(tx, { rows, source, keys }));
  } catch (error) {
    if (error instanceof Duplicates) return { loaded: 0, errors: error.errors.slice(0, maxErrors) };
    throw error;
  }
  return { loaded: rows.length, errors: [] };
}

async function wrongRows(db: Db, rows: readonly CodeRow[]) {
  const ids = [...new Set(rows.map((row) => row.cardId))];
  const known = new Set((await knownCards(db, ids)).map(({ id }) => id));
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const message = problemOf(row, known, seen);
    seen.add(row.code);
    return message ? [{ line: row.line, message }] : [];
  });
}

/** A code with one more of these would be another one by its fingerprint, and to nobody who looks at it or types it. */
const unseen = /^\s|\s$|[\p{Cf}\ufffd]/u;

/** Of others, such as 01/02/2027, a database believes what its settings say. */
const expirySchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function problemOf(row: CodeRow, known: Set<string>, seen: Set<string>): string | undefined {
  if (!known.has(row.cardId)) return `card ${row.cardId} does not exist`;
  if (row.serial === '' || row.serial.length > 100) return 'serial wants 1 to 100 characters';
  if (row.code.length < 4 || row.code.length > 500) return 'code wants 4 to 500 characters';
  if (unseen.test(row.code))
    return 'code has characters that can not be seen, at its ends or in it';
  if (seen.has(row.code)) return 'code stands twice in this file';
  if (row.expiresAt && !expirySchema.safeParse(row.expiresAt).success)
    return 'expires_at is no day such as 2027-12-31';
  return undefined;
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
): Promise<void> {
  const batchId = newId('bat');
  await insertBatch(tx, batchId, source);
  const duplicates: { line: number; message: string }[] = [];
  for (let start = 0; start < rows.length; start += atOnce) {
    const part = rows.slice(start, start + atOnce).map((row) => ({
      ...row,
      content: keys.seal(row.code, row.cardId),
      fingerprint: keys.fingerprint(row.code),
      expiresAt: row.expiresAt ?? null,
    }));
    const stored = new Set(
      (await insertCodes(tx, batchId, part)).map((s) => s.fingerprint.toString('hex')),
    );
    for (const { line, fingerprint } of part)
      if (!stored.has(fingerprint.toString('hex')))
        duplicates.push({ line, message: 'code was loaded before' });
  }
  if (duplicates.length > 0) throw new Duplicates(duplicates);
  await setBatchLoaded(tx, batchId, rows.length);
  await announceStock(tx);
}
