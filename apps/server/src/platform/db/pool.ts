import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';

export interface Pool {
  readonly pool: pg.Pool;
  /** Resolves when every connection is closed, so that the database can be stopped. */
  close(): Promise<void>;
}

export interface PoolWish {
  /** Connections this process may hold. */
  readonly max: number;
  readonly log: Log;
  /** Pipelines statements that are started together. */
  readonly pipeline?: boolean;
  /** Timeout of an answer; none by default. */
  readonly silentMs?: number;
}

/** A network failure does not close a connection. */
const goneWithin = seconds(5);

/** TCP keep-alive finds a dead host about ten seconds after its first probe. */
export const staysInTouch = { keepAlive: true, keepAliveInitialDelayMillis: seconds(10) };

/**
 * Longer than any statement of the shop takes. What was on its way to a host that went away is given up by
 * the system after a quarter of an hour only, and all connections of a pool may be waiting for it.
 */
export const answersWithinMs = seconds(75);

const socketOf = ({ connection }: pg.PoolClient) => connection.stream as Socket;

/** Closes a connection that is silent for so long while an answer is awaited. */
function giveUpAfter(client: pg.PoolClient, silentMs: number): void {
  const socket = socketOf(client);
  socket.setTimeout(silentMs);
  socket.on('timeout', () => {
    // The driver's type declarations leave it out.
    if ((client as { readyForQuery?: boolean }).readyForQuery) return;
    const silent = new Error(`the database has not answered for ${silentMs} ms`);
    socket.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }));
  });
}

/** Suspends the silence timeout of a connection; returns a function that resumes it. */
export function waitForEver(client: pg.PoolClient): () => void {
  const socket = socketOf(client);
  const { timeout = 0 } = socket;
  socket.setTimeout(0);
  return () => void socket.setTimeout(timeout);
}

/** Opens a pool that logs and replaces broken connections. */
export function openPool(url: string, { max, log, pipeline = false, silentMs }: PoolWish): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    connectionTimeoutMillis: seconds(10),
    idleTimeoutMillis: seconds(60),
    application_name: 'giftlane',
    ...staysInTouch,
  } as pg.PoolConfig);
  let open = 0;
  const allGone = Promise.withResolvers<void>();
  pool.on('connect', (client) => {
    open += 1;
    if (silentMs !== undefined) giveUpAfter(client, silentMs);
    // Its user gets the error from the failing statement.
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
