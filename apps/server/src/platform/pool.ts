import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from './durations.ts';
import type { Log } from './log.ts';

export interface Pool {
  readonly pool: pg.Pool;
  /** Resolves when the database has let go of every connection, so that it may be stopped next. */
  close(): Promise<void>;
}

export interface PoolWish {
  /** Connections this process may hold. */
  readonly max: number;
  readonly log: Log;
  /** Lets statements that are started together travel together. */
  readonly pipeline?: boolean;
}

/** A network that is gone says nothing of the end of a connection. */
const goneWithin = seconds(5);

/** Opens a pool whose broken connections are logged and replaced; none of them ends the process. */
export function openPool(url: string, { max, log, pipeline = false }: PoolWish): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    connectionTimeoutMillis: seconds(10),
    idleTimeoutMillis: seconds(60),
    application_name: 'giftlane',
  } as pg.PoolConfig);
  let open = 0;
  const allGone = Promise.withResolvers<void>();
  pool.on('connect', (client) => {
    open += 1;
    // Whoever uses it learns of it from the statement that fails.
    client.on('error', () => undefined);
  });
  pool.on('remove', () => {
    open -= 1;
    if (open === 0 && pool.ending) allGone.resolve();
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection was lost'));
  return {
    pool,
    async close() {
      await pool.end();
      if (open > 0)
        await Promise.race([allGone.promise, sleep(goneWithin, undefined, { ref: false })]);
    },
  };
}
