/** Two database roles: the owner migrates; the shop's role can alter neither tables nor history. */
import { readFile } from 'node:fs/promises';
import { type Db, type Queryable, sql } from './db.ts';
import { migrationLock } from './migrate.ts';

/** What the shop's role may do, by table, view or sequence: `sql/rights.txt`. */
export async function readRights(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../../../sql/rights.txt', import.meta.url), 'utf8');
  const lines = text.matchAll(/^(\w+): (.+)$/gm);
  return new Map(Array.from(lines, ([, name = '', rights = '']) => [name, rights]));
}

/** What a role was given of each table, view and sequence, as `rights.txt` writes it but for the order. */
export async function givenRights(db: Queryable, role: string): Promise<Map<string, string>> {
  const given = await db.rows(sql<{ name: string; rights: string }>`
    select c.relname as name, coalesce(string_agg(lower(a.right), ', ' order by a.right), '') as rights
    from pg_class c
    left join lateral (
      select privilege_type as right from aclexplode(c.relacl)
        where grantee = ${role}::text::regrole
      union all
      select privilege_type || ' (' || string_agg(attname, ', ' order by attnum) || ')'
        from pg_attribute cross join aclexplode(attacl)
        where attrelid = c.oid and grantee = ${role}::text::regrole group by privilege_type) a on true
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
    group by c.oid`);
  return new Map(given.map(({ name, rights }) => [name, rights]));
}

/** The same rights in the order of the alphabet; a comma within brackets parts columns. */
const inOrder = (rights: string) =>
  rights
    .split(/, (?![^(]*\))/)
    .sort()
    .join(', ');

/** The SQL that gives a role exactly what `rights.txt` lists; empty where it has that. */
async function missingGrants(owner: Queryable, role: string): Promise<string[]> {
  const [wanted, given] = await Promise.all([readRights(), givenRights(owner, role)]);
  const { quoted } = await owner.one(
    sql<{ quoted: string }>`select quote_ident(${role}) as quoted`,
  );
  return Array.from(given).flatMap(([name, has]) => {
    const rights = wanted.get(name) ?? '';
    if (has === inOrder(rights)) return [];
    const on = `on ${rights === 'usage' ? 'sequence' : 'table'} ${name}`;
    const grant = rights && `grant ${rights} ${on} to ${quoted};`;
    return [`revoke all on ${name} from ${quoted}; ${grant}`];
  });
}

/**
 * Gives the shop's role what `rights.txt` lists and takes everything else from it: also temporary tables, which guards
 * would read in place of the real ones. One process at a time, as two would clash.
 */
export async function grantRights(owner: Db, role: string): Promise<void> {
  const grants = await missingGrants(owner, role);
  const open = await owner.first(sql<{ revoke: string }>`
    select format('revoke temporary on database %I from public; revoke create on schema %I from public;',
      current_database(), current_schema()) as revoke
    where has_database_privilege(${role}, current_database(), 'temporary')
      or has_schema_privilege(${role}, current_schema(), 'create')`);
  if (open) grants.push(open.revoke);
  if (grants.length > 0)
    await owner.script(`begin; ${migrationLock}; ${grants.join('\n')} commit;`);
}

export interface DatabaseRole {
  readonly name: string;
  /** It may migrate. */
  readonly migrates: boolean;
  /** What it can do that the shop never does, such as to switch triggers off; empty as it should be. */
  readonly excess: string;
}

/** The role of a connection. */
export async function readRole(db: Queryable): Promise<DatabaseRole> {
  return db.one(sql<DatabaseRole>`
    select current_user as name, has_schema_privilege(current_schema(), 'create') as migrates,
      concat_ws(', ',
        case when r.rolsuper then 'is a superuser' end,
        case when r.rolcreaterole then 'makes roles' end,
        case when exists (select 1 from pg_class where relnamespace = current_schema()::regnamespace
          and pg_has_role(relowner, 'member')) then 'owns tables' end,
        case when has_schema_privilege(current_schema(), 'create') then 'makes tables' end,
        case when has_database_privilege(current_database(), 'temporary')
          then 'makes temporary tables' end,
        case when exists (select 1 from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
            and has_table_privilege(oid, 'truncate, trigger, references')) then 'truncates tables' end
      ) as excess
    from pg_roles r where r.rolname = current_user`);
}

/** What an operator is told of a role that can do too much; undefined as it should be. */
export function roleProblem({ name, excess }: DatabaseRole): string | undefined {
  if (excess === '') return undefined;
  return `the shop's role ${name} can switch guards off (it ${excess}): let it run as another than the owner (docs/operations.md, Database)`;
}
