/** The SQL of places of files and of their moves. */
import { type Queryable, sql } from '../../platform/db/db.ts';

/** The id of the marker of a place; undefined before its first use. */
export async function findPlace(db: Queryable, name: string): Promise<string | undefined> {
  return (await db.first(sql<{ id: string }>`select id from file_places where name = ${name}`))?.id;
}

/** Stores the id of a place unless it has one; answers the one it has. */
export async function insertPlace(db: Queryable, name: string, id: string): Promise<string> {
  await db.run(sql`
    insert into file_places (name, id) values (${name}, ${id}) on conflict do nothing`);
  return (await findPlace(db, name)) ?? id;
}

/** Gives a place another id. */
export async function replacePlace(db: Queryable, name: string, id: string): Promise<void> {
  await db.run(sql`
    insert into file_places (name, id) values (${name}, ${id})
    on conflict (name) do update set id = excluded.id`);
}

/** Notes files that are about to be copied. */
export async function noteMoves(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into file_moves (key) select unnest(${keys}::text[]) on conflict do nothing`);
}

/** Forgets files that were copied and looked after. */
export async function forgetMoves(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.run(sql`delete from file_moves where key = any(${keys}::text[])`);
}

/** Files whose copying was begun and not ended. */
export async function begunMoves(db: Queryable): Promise<string[]> {
  const rows = await db.rows(sql<{ key: string }>`select key from file_moves order by key`);
  return rows.map(({ key }) => key);
}
