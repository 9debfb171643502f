/** The SQL of places of files and of their moves. */
import { type Queryable, sql } from '../../platform/db/db.ts';

/** The id of the marker of a place; undefined before its first use. */
export async function findPlace(db: Queryable, name: string): Promise<string | undefined> {
  return (await db.first(sql<{ id: string }>`select id from file_places where name = ${name}`))?.id;
}

/** The name of the place that files were last written to; undefined before the first. */
export async function currentPlace(db: Queryable): Promise<string | undefined> {
  const row = await db.first(sql<{ name: string }>`
    select name from file_places order by since desc limit 1`);
  return row?.name;
}

/** Stores the id of a place that files move from or to, which is not the current one. */
export async function notePlace(db: Queryable, name: string, id: string): Promise<void> {
  await db.run(sql`
    insert into file_places (name, id, since) values (${name}, ${id}, 'epoch') on conflict do nothing`);
}

/** Makes a place the current one, with this id, unless another process has done so meanwhile. */
export async function enterPlace(db: Queryable, name: string, id: string): Promise<void> {
  await db.run(sql`
    insert into file_places (name, id) values (${name}, ${id})
    on conflict (name) do update set id = excluded.id, since = app_now()
    where file_places.since < (select max(o.since) from file_places o where o.name <> ${name})`);
}

/** Makes a place the current one, with this id, whatever it was before. */
export async function adoptPlace(db: Queryable, name: string, id: string): Promise<void> {
  await db.run(sql`
    insert into file_places (name, id) values (${name}, ${id})
    on conflict (name) do update set id = excluded.id, since = app_now()`);
}

/** Notes files that are about to be copied to a place. */
export async function noteMoves(
  db: Queryable,
  keys: readonly string[],
  place: string,
): Promise<void> {
  await db.run(sql`
    insert into file_moves (key, place) select key, ${place} from unnest(${keys}::text[]) as key
    on conflict (key) do update set place = excluded.place`);
}

/** Forgets files that were copied and looked after. */
export async function forgetMoves(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.run(sql`delete from file_moves where key = any(${keys}::text[])`);
}

/** Files whose copying to a place was begun and not ended; forgets those that were to go elsewhere. */
export async function begunMoves(db: Queryable, place: string): Promise<string[]> {
  await db.run(sql`delete from file_moves where place <> ${place}`);
  const rows = await db.rows(sql<{ key: string }>`select key from file_moves order by key`);
  return rows.map(({ key }) => key);
}
