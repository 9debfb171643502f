import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '../process/durations.ts';
import type { Log } from '../process/log.ts';
import type { Hosts } from './hosts.ts';

export interface Pool {
  readonly pool: pg.Pool;
  /** Lends a connection to the host that takes writes. */
  lend(): Promise<pg.PoolClient>;
  /** Resolves when every connection is closed, so that the database can be stopped. */
  close(): Promise<void>;
}

export interface PoolWish {
  /** Connections this process may hold. */
  readonly max: number;
  readonly log: Log;
  /** Pipelines statements that are started together. */
  readonly pipeline?: boolean;
  /** Timeout of an answer. */
  readonly silentMs: number;
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

/** What is known of a connection: its host, and for how long an answer may take. */
interface Line {
  readonly url: string;
  silentMs: number;
}
const lines = new WeakMap<pg.Client, Line>();

/** After so much silence the database is asked over another connection whether it is still there. */
const askAfterMs = seconds(3);

/**
 * Closes a connection on which an answer is awaited once its host does not answer at all, another host has taken over, or the
 * silence lasts longer than the line allows.
 */
function watchSilence(client: pg.PoolClient, hosts: Hosts): void {
  const line = lines.get(client);
  if (!line) return;
  const socket = socketOf(client);
  let read = -1;
  let sinceMs = 0;
  socket.setTimeout(Math.min(askAfterMs, line.silentMs));
  socket.on('timeout', async () => {
    // The driver's type declarations leave it out.
    if ((client as { readyForQuery?: boolean }).readyForQuery) return;
    if (read !== socket.bytesRead) sinceMs = performance.now() - (socket.timeout ?? 0);
    read = socket.bytesRead;
    const answers = await hosts.search().then(
      () => line.url === hosts.url,
      () => false,
    );
    if (read !== socket.bytesRead) return;
    const silentMs = performance.now() - sinceMs;
    if (answers && silentMs < line.silentMs) return void socket.setTimeout(socket.timeout ?? 0);
    const silent = new Error(`the database has not answered for ${Math.round(silentMs)} ms`);
    socket.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }));
  });
}

/** Lets the answers of a connection take any time; returns a function that ends this. */
export function waitForEver(client: pg.PoolClient): () => void {
  const line = lines.get(client);
  if (!line) return () => undefined;
  const { silentMs } = line;
  line.silentMs = Number.POSITIVE_INFINITY;
  return () => {
    line.silentMs = silentMs;
  };
}

/** Opens a pool that logs and replaces broken connections. */
export function openPool(hosts: Hosts, { max, log, pipeline = false, silentMs }: PoolWish): Pool {
  /** Connects to the host that took writes when it was last asked. */
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      const { url } = hosts;
      super({ ...options, connectionString: url });
      lines.set(this, { url, silentMs });
    }
  }
  const pool = new pg.Pool({
    Client,
    connectionString: hosts.url,
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
    watchSilence(client, hosts);
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
    async lend() {
      if (hosts.count > 1 && pool.idleCount === 0 && pool.totalCount < max) await hosts.search();
      for (;;) {
        const client = await pool.connect();
        if (lines.get(client)?.url === hosts.url) return client;
        client.release(true);
      }
    },
    async close() {
      await pool.end();
      if (open > 0)
        await Promise.race([allGone.promise, sleep(goneWithin, undefined, { ref: false })]);
    },
  };
}
