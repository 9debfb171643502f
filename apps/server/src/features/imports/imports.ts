/** The public interface of imports on screen: a sheet is checked by a job, loaded by another, and undone as a whole. */
import { maxRows } from '@giftlane/contract/office/imports.ts';
import { text } from '@giftlane/texts/text.ts';
import { type Chore, defineJob, enqueue, type Handlers, underWay } from '../../jobs/jobs.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { sweepAll } from '../../platform/db/sweep.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { crashPoint } from '../../platform/process/crash.ts';
import { minutes } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import {
  type CheckedSheet,
  decodeFile,
  type Encoding,
  recogniseEncoding,
  recogniseHead,
  type Separator,
} from '../../platform/sheets/sheet.ts';
import { type GoodsSheet, goodsOf, Stale } from './goods.ts';
import {
  contentOf,
  deleteOldLines,
  dropOld,
  findImport,
  type Import,
  type ImportKind,
  insertImport,
  lockImport,
  noteProgress,
  type SheetReading,
  setChecked,
  setChecking,
  setDropped,
  setLoaded,
  setLoading,
  setUndone,
} from './queries.ts';

export interface ImportParts {
  readonly db: Db;
  readonly keys: KeyRing;
}

const checkJob = defineJob<{ importId: string; edition: number }>('imports.check');
const loadJob = defineJob<{ importId: string }>('imports.load');
/** One sheet is read at a time: it takes memory. */
const queue = 'imports';

const identityOf = (id: string) => `import ${id}`;

/** How a sheet is read, as far as it was not chosen. */
function readingOf(
  bytes: Buffer,
  kind: ImportKind,
  { keys }: ImportParts,
  chosen?: { encoding: Encoding; separator: Separator; columns: readonly string[] | undefined },
): SheetReading {
  const encoding = chosen?.encoding ?? recogniseEncoding(bytes);
  const read = decodeFile(bytes, encoding);
  const content = 'text' in read ? read.text : '';
  const { columns } = goodsOf(kind, keys);
  const { separator, head, names } = recogniseHead(content, columns, chosen?.separator);
  // Of a sheet without names of columns it is the first code.
  const cells = kind === 'codes' ? names : head.map((cell) => cell.slice(0, 100));
  const known = (chosen?.columns ?? names).map((name) =>
    columns.known.includes(name) ? name : '',
  );
  return { encoding, separator, head: cells, columns: cells.map((_, i) => known[i] ?? '') };
}

/** Takes a sheet and has it checked; answers the import's id. */
export async function addImport(
  parts: ImportParts,
  sheet: { kind: ImportKind; name: string; bytes: Buffer; operatorId: string },
): Promise<string> {
  const { kind, bytes, ...said } = sheet;
  const id = newId('imp');
  const content = parts.keys.seal(bytes, identityOf(id));
  const reading = readingOf(bytes, kind, parts);
  await parts.db.tx(async (tx) => {
    await insertImport(tx, { id, kind, content, ...said, ...reading });
    await enqueueCheck(tx, id, 1);
  });
  return id;
}

const enqueueCheck = (tx: Tx, importId: string, edition: number) =>
  enqueue(tx, { job: checkJob, payload: { importId, edition }, queue });

/** Has a sheet read otherwise and checked again; refuses `import.not_ready`. */
export async function readAs(
  parts: ImportParts,
  { id, kind }: Import,
  chosen: { encoding: Encoding; separator: Separator; columns: readonly string[] | undefined },
): Promise<void> {
  const content = await contentOf(parts.db, id);
  if (!content) throw new Refusal('import.not_ready');
  const bytes = parts.keys.openBytes(content, identityOf(id));
  const reading = readingOf(bytes, kind, parts, chosen);
  await parts.db.tx(async (tx) => {
    const set = await setChecking(tx, id, reading);
    if (!set) throw new Refusal('import.not_ready');
    await enqueueCheck(tx, id, set.edition);
  });
}

/** Begins to load a checked sheet; refuses `import.not_ready`. */
export async function beginLoading({ db }: ImportParts, id: string): Promise<void> {
  await db.tx(async (tx) => {
    if (!(await setLoading(tx, id))) throw new Refusal('import.not_ready');
    await enqueue(tx, { job: loadJob, payload: { importId: id }, queue });
  });
}

/** Imports whose loading was not given up. */
const beingLoaded = async (db: Db) =>
  (await underWay(db, loadJob, queue)).map(({ importId }) => importId);

/** Gives up a sheet that is not loaded; refuses `import.not_ready`. */
export async function dropImport({ db }: ImportParts, id: string): Promise<void> {
  if (!(await setDropped(db, id, await beingLoaded(db)))) throw new Refusal('import.not_ready');
}

/** The text of a sheet, or the problem for which it can not be read. */
async function openSheet(
  { db, keys }: ImportParts,
  { id, encoding, separator, columns }: Import,
): Promise<GoodsSheet | CheckedSheet | undefined> {
  const content = await contentOf(db, id);
  if (!content) return undefined;
  const read = decodeFile(keys.openBytes(content, identityOf(id)), encoding);
  if ('problem' in read) return refusedSheet(read.problem.line, read.problem.message);
  const lines = read.text.split('\n').length;
  if (lines > 10 * maxRows) return refusedSheet(maxRows, tooLong());
  return { text: read.text, choices: { separator, names: columns } };
}

const tooLong = () => text('office.goods.tooManyRows', { rows: maxRows });

const refusedSheet = (line: number, what: string): CheckedSheet => ({
  lines: [{ line, outcome: 'refused', column: '', what }],
  same: 0,
  notes: [],
});

/** Checks a sheet as it is to be read now. */
async function check(parts: ImportParts, importId: string, edition: number): Promise<void> {
  const found = await findImport(parts.db, importId);
  if (found?.state !== 'checking' || found.edition !== edition) return;
  const sheet = await openSheet(parts, found);
  if (!sheet) return;
  const goods = goodsOf(found.kind, parts.keys);
  const checked = 'lines' in sheet ? sheet : await goods.check(parts.db, sheet);
  const rows = new Set(checked.lines.map(({ line }) => line)).size + checked.same;
  const stored = rows > maxRows ? refusedSheet(maxRows, tooLong()) : checked;
  await parts.db.tx((tx) => setChecked(tx, found, stored));
}

/** Loads a sheet in one transaction, and tells progress beside it. Safe to run twice, and after a crash. */
async function load(parts: ImportParts, importId: string): Promise<void> {
  const { db, keys } = parts;
  try {
    await db.tx(async (tx) => {
      await lockImport(tx, importId);
      const found = await findImport(tx, importId);
      if (found?.state !== 'loading') return;
      const sheet = await openSheet(parts, found);
      if (!sheet || 'lines' in sheet) throw new Stale();
      const progress = async (rows: number) => {
        crashPoint('imports.load');
        // Only told: what it can not tell, it loads all the same.
        await noteProgress(db, importId, rows).catch(() => undefined);
      };
      const goods = goodsOf(found.kind, keys);
      await setLoaded(tx, importId, await goods.load(tx, sheet, { import: found, progress }));
    });
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    await db.tx(async (tx) => {
      const set = await setChecking(tx, importId);
      if (set) await enqueueCheck(tx, importId, set.edition);
    });
  }
}

/**
 * Undoes a whole import; refuses `import.not_ready`, `import.sold` and `import.changed_since`. More codes than `mostAlone`
 * are undone by whoever loaded them, within a day; otherwise it refuses `import.undo_needs_two`.
 */
export async function undoImport(
  { db, keys }: ImportParts,
  { id, operatorId, mostAlone }: { id: string; operatorId: string; mostAlone: number },
): Promise<void> {
  await db.tx(async (tx) => {
    await lockImport(tx, id);
    const found = await findImport(tx, id);
    if (found?.state !== 'loaded') throw new Refusal('import.not_ready');
    const isOwn = found.operatorId === operatorId && found.fresh;
    if (found.kind === 'codes' && found.total > mostAlone && !isOwn)
      throw new Refusal('import.undo_needs_two', { most: mostAlone });
    await goodsOf(found.kind, keys).undo(tx, found);
    await setUndone(tx, id, operatorId);
  });
}

export const importJobs = (parts: ImportParts): Handlers => ({
  [checkJob.task]: ({ importId, edition }: { importId: string; edition: number }) =>
    check(parts, importId, edition),
  [loadJob.task]: ({ importId }: { importId: string }) => load(parts, importId),
});

export const importChore = ({ db }: ImportParts): Chore => ({
  name: 'imports.sweep',
  everyMs: minutes(20),
  firstAfterMs: minutes(1),
  run: (stopping) =>
    sweepAll(
      stopping,
      async (most) => dropOld(db, most, await beingLoaded(db)),
      (most) => deleteOldLines(db, most),
    ),
});
