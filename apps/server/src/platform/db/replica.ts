/** Reading from a standby what may be some seconds old. */
import pg from 'pg';
import { tellOnce, tellOver } from '../limits/tell-once.ts';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import { connect, type Db, type Queryable, sql } from './db.ts';
import { isUnavailable } from './errors.ts';
import { remember } from './remember.ts';

/** Answers that may be some seconds old. Statements that write do not belong here. */
export interface Replica extends Queryable, Pick<Db, 'survey'> {
  close(): Promise<void>;
}

/** A standby that is further behind is not asked. */
const latestSeconds = 30;

/** Whether a standby ended a statement because it had to replay what the primary had removed. */
const isConflict = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40001';

/** Whether the newest transaction on a standby is young; a shop with a worker commits every few seconds. */
export const keepsUp = (standby: Queryable) =>
  standby.one(sql<{ young: boolean }>`
    select not pg_is_in_recovery() or coalesce(pg_last_xact_replay_timestamp()
      > clock_timestamp() - ${latestSeconds} * interval '1 s', false) as young`);

/** Reads from the standby of `url` while it keeps up, otherwise from the primary; without an address always from that. */
export function openReplica(
  primary: Db,
  { url, max, log }: { url: string | undefined; max: number; log: Log },
): Replica {
  if (url === undefined) return { ...primary, close: async () => undefined };
  const standby = connect(url, { max, log, reading: true });
  let usable = true;
  const look = remember(seconds(2), async () => {
    try {
      const { young } = await keepsUp(standby);
      if (!young) throw new Error(`it is more than ${latestSeconds} s behind`);
      tellOver(log, 'replica', 'the replica is asked again');
      usable = true;
    } catch (error) {
      const reason = String(error);
      tellOnce(log, 'replica', 'the replica can not be used, the primary is asked', { reason });
      usable = false;
    }
  });
  const choose = async () => {
    const looking = look();
    // Nobody waits for one that was silent at the last look.
    if (usable) await looking;
    return usable ? standby : primary;
  };
  const ask = async <T>(read: (from: Queryable) => Promise<T>): Promise<T> => {
    const from = await choose();
    try {
      return await read(from);
    } catch (error) {
      if (from === primary || !(isUnavailable(error) || isConflict(error))) throw error;
      return read(primary);
    }
  };
  return {
    rows: (statement) => ask((from) => from.rows(statement)),
    first: (statement) => ask((from) => from.first(statement)),
    one: (statement) => ask((from) => from.one(statement)),
    run: primary.run,
    async survey(work, givenUp) {
      return (await choose()).survey(work, givenUp);
    },
    close: standby.close,
  };
}
