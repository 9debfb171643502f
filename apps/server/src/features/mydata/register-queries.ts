/**
 * SQL generated from the register, for copies and erasure. It names other features' tables and columns, so that
 * one list decides about all personal data. Identifiers come from that list alone; values are parameters.
 */
import { type Queryable, statement, type Tx } from '../../platform/db/db.ts';
import type { PersonalTable } from './register.ts';

const rowsAtOnce = 500;

/** A member's rows of a table as the copy shows them, in batches; `tx` must be a snapshot. */
export async function* shownRows(
  tx: Tx,
  { name, whose, shown, masked, file }: PersonalTable,
  memberId: string,
): AsyncGenerator<Record<string, unknown>[]> {
  const cursor = `copy_${name}`;
  const columns = shown.map((column) => `${masked?.[column] ?? `"${column}"`} as "${column}"`);
  await tx.run(
    statement(
      `declare ${cursor} no scroll cursor for select to_jsonb(shown) as row from
        (select ${columns.join(', ')} from ${name} where ${whose}
          order by ${file?.order ?? '1'}) as shown`,
      [memberId],
    ),
  );
  for (;;) {
    const rows = await tx.rows(
      statement<{ row: Record<string, unknown> }>(`fetch ${rowsAtOnce} from ${cursor}`, []),
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowsAtOnce) break;
  }
  await tx.run(statement(`close ${cursor}`, []));
}

/** Deletes at most `most` of a member's rows of a table, or blanks their columns; answers how many. */
export function eraseRows(
  db: Queryable,
  { name, whose, after }: PersonalTable,
  { memberId, most }: { memberId: string; most: number },
): Promise<number> {
  if (after === 'gone')
    return db.run(
      statement(
        `delete from ${name} where ctid = any(array(select ctid from ${name} where ${whose} limit $2))`,
        [memberId, most],
      ),
    );
  if (after === 'uploads' || !after.blank) return Promise.resolve(0);
  const columns = Object.entries(after.blank);
  const names = columns.map(([column]) => column).join(', ');
  const values = columns.map(([, value]) => value).join(', ');
  return db.run(
    statement(
      `update ${name} set ${columns.map(([column, value]) => `${column} = ${value}`).join(', ')}
        where ctid = any(array(select ctid from ${name}
          where ${whose} and row(${names}) is distinct from row(${values}) limit $2))`,
      [memberId, most],
    ),
  );
}
