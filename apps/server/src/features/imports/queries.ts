/** The SQL of imports. */
import type { importKinds, importStates } from '@giftlane/contract/office/imports.ts';
import { type Queryable, sql, statement, type Tx } from '../../platform/db/db.ts';
import type {
  CheckedSheet,
  Encoding,
  LineOutcome,
  Separator,
} from '../../platform/sheets/sheet.ts';

export type ImportKind = (typeof importKinds)[number];

/** How a sheet is read. */
export interface SheetReading {
  readonly encoding: Encoding;
  readonly separator: Separator;
  /** Cells of the first line, as long as the file is kept, and the columns they stand for. Of codes only names of columns. */
  readonly head: readonly string[];
  readonly columns: readonly string[];
}

export interface Import extends SheetReading {
  id: string;
  kind: ImportKind;
  name: string;
  state: (typeof importStates)[number];
  edition: number;
  notes: string[];
  added: number;
  changed: number;
  same: number;
  refused: number;
  total: number;
  done: number;
  batchId: string | null;
  operatorId: string;
  createdAt: Date;
  loadedAt: Date | null;
  /** Loaded within a day. */
  fresh: boolean;
  kept: boolean;
}

const select = `
  select i.id, i.kind, i.name, i.encoding, i.separator, i.head, i.columns, i.notes, i.state,
    i.edition, i.added, i.changed, i.same, i.refused, i.total, i.done, i.batch_id as "batchId",
    i.operator_id as "operatorId", i.created_at as "createdAt", i.loaded_at as "loadedAt",
    i.content is not null as kept, (i.loaded_at > app_now() - interval '1 day') is true as fresh
  from imports i`;

export function findImport(db: Queryable, id: string): Promise<Import | undefined> {
  return db.first(statement<Import>(`${select} where i.id = $1`, [id]));
}

/** The newest imports of these kinds, before one of them. */
export function importsBefore(
  db: Queryable,
  { kinds, before, most }: { kinds: readonly ImportKind[]; before: string; most: number },
): Promise<Import[]> {
  return db.rows(
    statement<Import>(
      `${select} where i.kind = any($1::text[]) and (i.created_at, i.id) < (
        coalesce((select created_at from imports where id = $2), 'infinity'), $2)
      order by i.created_at desc, i.id desc limit $3`,
      [kinds, before, most],
    ),
  );
}

/** One transaction at a time works on an import; not by its row, which tells progress meanwhile. */
export async function lockImport(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${id}`}, 0))`);
}

export async function insertImport(
  tx: Tx,
  {
    id,
    kind,
    name,
    content,
    operatorId,
    encoding,
    separator,
    head,
    columns,
  }: SheetReading & Pick<Import, 'id' | 'kind' | 'name'> & { content: Buffer; operatorId: string },
): Promise<void> {
  await tx.run(sql`
    insert into imports (id, kind, name, content, encoding, separator, head, columns, state,
      operator_id)
    values (${id}, ${kind}, ${name}, ${content}, ${encoding}, ${separator}, ${head}, ${columns},
      'checking', ${operatorId})`);
}

/** The encrypted file. */
export async function contentOf(db: Queryable, id: string): Promise<Buffer | undefined> {
  const row = await db.first(sql<{ content: Buffer | null }>`
    select content from imports where id = ${id}`);
  return row?.content ?? undefined;
}

/** Has a sheet checked anew; answers its edition, or undefined when it is not waiting for that. */
export function setChecking(tx: Tx, id: string, reading?: SheetReading) {
  const { encoding, separator, head, columns } = reading ?? {};
  return tx.first(sql<{ edition: number }>`
    update imports set state = 'checking', edition = edition + 1, done = 0,
      encoding = coalesce(${encoding ?? null}, encoding),
      separator = coalesce(${separator ?? null}, separator),
      head = coalesce(${head ?? null}::text[], head),
      columns = coalesce(${columns ?? null}::text[], columns)
    where id = ${id} and content is not null
      and state in ('checking', 'checked', ${reading ? 'checked' : 'loading'})
    returning edition`);
}

/** Stores what a check found, unless the sheet was to be read otherwise meanwhile. */
export async function setChecked(
  tx: Tx,
  { id, edition }: Pick<Import, 'id' | 'edition'>,
  { lines, same, notes }: CheckedSheet,
): Promise<void> {
  const count = (outcome: LineOutcome['outcome']) =>
    new Set(lines.flatMap((told) => (told.outcome === outcome ? [told.line] : []))).size;
  const [added, changed, refused] = [count('added'), count('changed'), count('refused')];
  const stored = await tx.run(sql`
    update imports set state = 'checked', added = ${added}, changed = ${changed}, same = ${same},
      refused = ${refused}, notes = ${notes}, done = 0,
      total = ${lines.filter(({ outcome }) => outcome !== 'refused').length}
    where id = ${id} and edition = ${edition} and state = 'checking'`);
  if (stored === 0) return;
  await tx.run(sql`delete from import_lines where import_id = ${id}`);
  await insertLines(tx, id, lines);
}

const atOnce = 5_000;

async function insertLines(tx: Tx, id: string, lines: readonly LineOutcome[]): Promise<void> {
  for (let from = 0; from < lines.length; from += atOnce) {
    const some = lines.slice(from, from + atOnce);
    await tx.run(sql`
      insert into import_lines (import_id, position, line, outcome, field, what)
      select ${id}, ${from} + n, line, outcome, field, what
      from unnest(${some.map(({ line }) => line)}::int[],
        ${some.map(({ outcome }) => outcome)}::text[], ${some.map(({ column }) => column)}::text[],
        ${some.map(({ what }) => what.slice(0, mostWords))}::text[])
        with ordinality as l (line, outcome, field, what, n)`);
  }
}

const mostWords = 500;

/** What a check found, after a position. */
export function linesAfter(
  db: Queryable,
  { id, outcome, after, most }: { id: string; outcome: string | null; after: number; most: number },
) {
  return db.rows(
    statement<LineOutcome & { position: number }>(
      `select position, line, outcome, field as "column", what from import_lines where import_id = $1 and position > $2
      ${outcome === null ? '' : 'and outcome = $4'} order by position limit $3`,
      [id, after, most, ...(outcome === null ? [] : [outcome])],
    ),
  );
}

/** Begins to load a checked sheet without refused lines; answers whether it does. */
export async function setLoading(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update imports set state = 'loading' where id = ${id} and state = 'checked' and refused = 0
      and total > 0 and content is not null`);
  return changed > 0;
}

export async function noteProgress(db: Queryable, id: string, done: number): Promise<void> {
  await db.run(sql`
    update imports set done = least(${done}, total) where id = ${id} and state = 'loading'`);
}

export async function setLoaded(tx: Tx, id: string, batchId: string | null): Promise<void> {
  await tx.run(sql`
    update imports set state = 'loaded', content = null, head = '{}', done = total, batch_id = ${batchId},
      loaded_at = app_now()
    where id = ${id} and state = 'loading'`);
}

export async function setUndone(tx: Tx, id: string, operatorId: string): Promise<void> {
  await tx.run(sql`
    update imports set state = 'undone', undone_by = ${operatorId}, undone_at = app_now()
    where id = ${id} and state = 'loaded'`);
}

/** Not loaded, and in nobody's hands. */
const idle = `(state in ('checking', 'checked') or state = 'loading'
  and pg_try_advisory_xact_lock(hashtextextended('import ' || imports.id, 0)))`;

/** Gives a sheet up that was not loaded and is none of `busy`; answers whether it was there. */
export async function setDropped(
  tx: Queryable,
  id: string,
  busy: readonly string[],
): Promise<boolean> {
  const changed = await tx.run(
    statement(
      `update imports set state = 'dropped', content = null, head = '{}'
      where id = $1 and id <> all($2::text[]) and ${idle}`,
      [id, busy],
    ),
  );
  return changed > 0;
}

/** Gives up sheets of yesterday that nobody loaded and are none of `busy`. */
export function dropOld(db: Queryable, most: number, busy: readonly string[]): Promise<number> {
  return db.run(
    statement(
      `update imports set state = 'dropped', content = null, head = '{}' where id = any(array(
        select id from imports where content is not null and id <> all($2::text[])
          and created_at < app_now() - interval '1 day' order by created_at limit $1)) and ${idle}`,
      [most, busy],
    ),
  );
}

/** Deletes lines of yesterday's sheets. */
export function deleteOldLines(db: Queryable, most: number): Promise<number> {
  return db.run(sql`
    delete from import_lines where ctid = any(array(
      select l.ctid from imports i join import_lines l on l.import_id = i.id
      where i.created_at < app_now() - interval '1 day' and i.state <> 'loading' limit ${most}))`);
}
