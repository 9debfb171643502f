import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addressOf } from './cluster.ts';
import { seconds } from './durations.ts';
import { type Lease, takeLease } from './lease.ts';
import { clusterIn, findHome } from './place.ts';
import { fileProblem, unavailable } from './problems.ts';
import type { Settings } from './settings.ts';
import type { Order } from './wire.ts';

export { DatabaseUnavailable } from './problems.ts';
export { smallSettings } from './settings.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** Otherwise a free one by chance, which later starts keep. */
  port?: number;
  /** PostgreSQL settings that differ from those for a small shop. */
  settings?: Settings;
  /** For tests: the database is deleted when its last holder has left, or was killed. */
  temporary?: boolean;
};

export type Embedded = {
  /** The address for `DATABASE_URL`, password included. */
  url: string;
  /** The folder with all that is of it. */
  home: string;
  /** Whether the server ran before: for another process of the shop, or left by a killed one. */
  adopted: boolean;
  /** Gives it back: it stops unless another process uses it. Safe to repeat. */
  stop(): Promise<void>;
};

/**
 * Runs a real PostgreSQL for this process, with its data in `dataDir`. Processes that ask for the
 * same folder share one server, and the last of them stops it: also when it dies by `kill -9`,
 * then within five seconds. Throws a `DatabaseUnavailable` that says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw unavailable('Windows is not supported here.');
  }
  try {
    const { dataDir, settings = {}, ...wish } = options;
    const order = { home: findHome(dataDir), settings, ...wish };
    const lease = await takeLease(order);
    const url = addressOf(order.home, lease.port);
    const stop = keep({ ...order, port: lease.port }, lease);
    await verify(url, order.home).catch(async (error) => {
      await stop();
      throw error;
    });
    return { url, home: order.home, adopted: lease.adopted, stop };
  } catch (error) {
    throw fileProblem(error);
  }
}

const answersWithinMs = seconds(15);
const longestPauseMs = seconds(15);

/** Holds the lease: whenever the watchdog is gone, a new one takes over the running server. */
function keep(order: Order, first: Lease): () => Promise<void> {
  let current: Promise<Lease | undefined> = Promise.resolve(first);
  const leaving = new AbortController();
  const { signal } = leaving;
  let stopping: Promise<void> | undefined;
  let pauseMs = 0;
  const renew = async (): Promise<Lease | undefined> => {
    await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    return takeLease(order).catch((error) => {
      process.emitWarning(`The embedded PostgreSQL is gone and asked for again. ${error.message}`);
      return undefined;
    });
  };
  const follow = async (): Promise<void> => {
    for (let lease: Lease | undefined = first; ; lease = await current) {
      await lease?.closed;
      if (signal.aborted) return;
      pauseMs = lease ? 0 : Math.min(2 * pauseMs + 200, longestPauseMs);
      current = renew();
    }
  };
  void follow();
  return () => {
    leaving.abort();
    stopping ??= current.then((lease) => lease?.leave());
    return stopping;
  };
}

/**
 * Asks the server itself whether it is the one of this home, and whether the password fits. One
 * that died a moment ago is being started again by its watchdog, so no answer is waited out.
 */
async function verify(url: string, home: string): Promise<void> {
  const deadline = Date.now() + answersWithinMs;
  for (;;) {
    try {
      if ((await folderOf(url)) === clusterIn(home)) return;
      break;
    } catch (error) {
      const wrongPassword = error instanceof pg.DatabaseError && error.code?.startsWith('28');
      if (wrongPassword || Date.now() > deadline) {
        throw unavailable(`it does not answer: ${error instanceof Error ? error.message : error}.`);
      }
      await sleep(100);
    }
  }
  throw unavailable(`a PostgreSQL of somebody else answers on port ${new URL(url).port}.`);
}

async function folderOf(url: string): Promise<unknown> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: seconds(5),
    application_name: 'giftlane start',
  });
  client.on('error', () => undefined); // The same error rejects the query.
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    return rows[0].folder;
  } finally {
    await client.end();
  }
}
