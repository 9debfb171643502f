/** Checks that the database's triggers, functions, constraints and unique indexes are those of the migrations, and enabled. */
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from '../platform/db/db.ts';
import type { Invariant } from './rules.ts';

/** Every guard by kind, table, name and a hash of its definition; written by safety/guards-listed.test.ts. */
const guards = readFileSync(new URL('../../sql/guards.txt', import.meta.url), 'utf8');

/** The newest migration of this release: beside a newer one its guards are others. */
const newest = readdirSync(new URL('../../sql/', import.meta.url))
  .filter((name) => /^\d{4}_\w+[.]sql$/.test(name))
  .sort()
  .at(-1);

/** A breach per listed guard that is missing, changed or disabled, and per unlisted trigger. An empty list reports every guard. None once a newer release has migrated. */
export const guardsUnlike = (listed: string) => sql<{ breach: string }>`
  with there as materialized (
    select 'trigger' as sort, t.tgrelid as of, t.tgname as name,
      pg_get_triggerdef(t.oid) || p.prosrc as does, t.tgenabled = 'O' as works
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal
    union all
    select 'constraint', c.conrelid, c.conname, pg_get_constraintdef(c.oid), c.convalidated
      and not exists (select 1 from pg_trigger t where t.tgconstraint = c.oid and t.tgenabled <> 'O')
    from pg_constraint c where c.contype in ('c', 'f', 'p', 'u')
    union all
    select 'index', i.indrelid, r.relname, pg_get_indexdef(r.oid), i.indisvalid
    from pg_index i join pg_class r on r.oid = i.indexrelid where i.indisunique
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    union all
    select 'function', null, p.oid::regprocedure::text,
      concat(p.prosrc, p.prosecdef, p.proconfig), true
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname <> 'app_now'),
  named as (
    select concat_ws(' ', sort, relname, name, md5(does)) as guard, works, sort = 'trigger' or ${listed} = '' as told
    from there left join pg_class c on c.oid = of
    where of is null or c.relnamespace = 'public'::regnamespace)
  select coalesce(guard, listed) || case when listed is null then ' is none of ours'
    when guard is null then ' is gone, or does something else' else ' is switched off' end as breach
  from named full join unnest(string_to_array(trim(${listed}, E'\\n'), E'\\n')) as listed on listed = guard
  where (listed = guard and works) is not true and (listed is not null or told)
    and not exists (select 1 from schema_migrations m where m.name > ${newest}) order by 1`;

export const guardInvariant: Invariant = {
  rule: 'N the database has all its guards, enabled',
  over: 'few',
  breaches: guardsUnlike(guards),
};
