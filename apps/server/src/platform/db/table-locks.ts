/**
 * Changes tables in use. Statements queue behind a waiting ALTER TABLE, so it waits briefly, gives way and tries again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import { type Queryable, sql } from './db.ts';

export interface Patience {
  readonly log: Log;
  readonly waitMs: number;
  readonly tries: number;
}

/** For the changes of a release. */
export const usualPatience = { waitMs: seconds(5), tries: 12 };

const pauseMs = seconds(1);

/** A table was in use for too long to be changed; the message names the processes. */
export class TableInUse extends Error {}

/** Lock timeout, or a deadlock ended at our cost. */
const inTheWay = ['55P03', '40P01'];

/** Describes the processes that the change of a table waits for. */
async function holders(db: Queryable): Promise<string> {
  const found = await db.rows(sql<{ pid: number; name: string; since: string | null }>`
    select distinct a.pid, a.application_name as name,
      to_char(a.xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks l cross join unnest(pg_blocking_pids(l.pid)) as blocking (pid)
    join pg_stat_activity a on a.pid = blocking.pid
    where not l.granted and l.locktype = 'relation'
      and l.database = (select oid from pg_database where datname = current_database())
      and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    order by a.pid`);
  return found
    .map(({ pid, name, since }) => {
      const begun = since === null ? '' : `, in a transaction since ${since}`;
      return `process ${pid} of the database (${name || 'without a name'}${begun})`;
    })
    .join(' and ');
}

/**
 * Runs `change`, which gives up waiting for a table after `waitMs`, as often as it takes. Throws
 * `TableInUse` after the last try.
 */
export async function changeTables<T>(
  db: Queryable,
  { what, log, waitMs, tries }: Patience & { readonly what: string },
  change: () => Promise<T>,
): Promise<T> {
  let inUseBy = '';
  for (let times = 1; ; times += 1) {
    // Asked while it waits: afterwards the blockers are unknown.
    const look = setInterval(async () => {
      inUseBy = (await holders(db).catch(() => '')) || inUseBy;
    }, waitMs / 4);
    try {
      return await change();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (!inTheWay.includes(code ?? '')) throw error;
      const facts = `${what} waits for a table that is in use by ${inUseBy || 'somebody else'}`;
      if (times >= tries)
        throw new TableInUse(
          `The database can not be brought up to date: ${facts}. End that, or start again later.`,
        );
      log.warn({ tries: times }, facts);
    } finally {
      clearInterval(look);
    }
    await sleep(pauseMs);
  }
}
