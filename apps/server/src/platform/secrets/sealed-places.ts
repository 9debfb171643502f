/** Where encrypted bytes lie, so that all of them can be read and encrypted again. `assembly/sealed.ts` lists every place. */
import { type Queryable, statement } from '../db/db.ts';

/** A row or file of a place. */
export interface Sealed {
  readonly id: string;
  /** What it was encrypted for. */
  readonly identity: string;
  /** Undefined if the file is not there. */
  readonly sealed: Buffer | undefined;
  /** Of a file: it may be deleted at any moment. */
  readonly passing?: boolean;
}

interface Replacement {
  readonly id: string;
  readonly was: Buffer;
  readonly sealed: Buffer;
}

export interface SealedPlace {
  /** Of one of its rows, such as `code`. */
  readonly name: string;
  /** Rows read at once. */
  readonly atOnce: number;
  /** The next rows in the order of ids after `after`; an empty one is before all. `last`: the last ones, in no order. */
  rows(db: Queryable, most: number, at: { after: string } | 'last'): Promise<readonly Sealed[]>;
  /** Puts others in place of those that nobody has changed since they were read. */
  replace(db: Queryable, those: readonly Replacement[]): Promise<void>;
  /** Rows by the number of their key, by reading all; undefined for files. */
  readonly count?: (db: Queryable) => Promise<{ number: number; rows: number }[]>;
}

/** Names that stand in the code alone. */
interface Column {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly id: string;
  readonly idType?: 'text' | 'bigint';
  /** SQL of what a row is encrypted for. */
  readonly identity: string;
  readonly atOnce?: number;
}

/** The conditions and order of a part of a table. */
const partOf = (id: string, idType: string, at: { after: string } | 'last') => {
  if (at === 'last') return { where: '', order: `${id} desc`, values: [] };
  if (at.after === '') return { where: '', order: id, values: [] };
  return { where: `and ${id} > $2::${idType}`, order: id, values: [at.after] };
};

/** A column with encrypted bytes; null where there are none. */
export function sealedColumn(its: Column): SealedPlace {
  const { name, table, column, id, idType = 'text', identity, atOnce = 500 } = its;
  return {
    name,
    atOnce,
    rows(db, most, at) {
      // With its table: alone it would be the text that is answered.
      const { where, order, values } = partOf(`${table}.${id}`, idType, at);
      return db.rows(
        statement<Sealed & { sealed: Buffer }>(
          `select ${id}::text as id, ${identity} as identity, ${column} as sealed from ${table}
          where ${column} is not null ${where} order by ${order} limit $1`,
          [most, ...values],
        ),
      );
    },
    async replace(db, those) {
      // Locked in the order of ids, as the shop's own statements lock them.
      await db.run(
        statement(
          `with n as (select * from unnest($1::${idType}[], $2::bytea[], $3::bytea[]) as n (id, was, sealed)),
            held as (select t.${id} as id from ${table} t where t.${id} in (select id from n) order by t.${id} for update)
          update ${table} t set ${column} = n.sealed from n join held using (id)
          where t.${id} = n.id and t.${column} = n.was`,
          [
            those.map((one) => one.id),
            those.map(({ was }) => was),
            those.map(({ sealed }) => sealed),
          ],
        ),
      );
    },
    count: (db) =>
      db.rows(
        statement<{ number: number; rows: number }>(
          `select get_byte(substr(${column}, 1, 1), 0) as number, count(*)::float8 as rows from ${table}
          where ${column} is not null group by 1 order by 1`,
          [],
        ),
      ),
  };
}

interface Files {
  get(key: string): Promise<Buffer | undefined>;
  replace(key: string, bytes: Uint8Array): Promise<boolean>;
  delete(key: string): Promise<void>;
}

/** Encrypted files; `select` answers their keys as `id`, `identity`, and `passing`. */
export function sealedFiles(files: Files, name: string, select: string): SealedPlace {
  const isThere = async (db: Queryable, id: string) =>
    (await db.rows(statement(`select from (${select}) f where id = $1`, [id]))).length > 0;
  return {
    name,
    atOnce: 8,
    async rows(db, most, at) {
      const { where, order, values } = partOf('id', 'text', at);
      const rows = await db.rows(
        statement<Omit<Sealed, 'sealed'>>(
          `select id, identity, passing from (${select}) f where true ${where} order by ${order} limit $1`,
          [most, ...values],
        ),
      );
      return Promise.all(rows.map(async (row) => ({ ...row, sealed: await files.get(row.id) })));
    },
    async replace(db, those) {
      // Whoever deleted the file meanwhile must not find it there again.
      for (const { id, sealed } of those)
        if ((await files.replace(id, sealed)) && !(await isThere(db, id))) await files.delete(id);
    },
  };
}
