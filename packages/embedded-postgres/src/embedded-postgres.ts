import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { databaseName, rolesOf } from './cluster.ts';
import { DatabaseUnavailable, explainFile, unavailable } from './errors.ts';
import { findHome, partsOf, readIfThere } from './home.ts';
import { isLocked, takeLock, tryLock } from './lock.ts';
import { readPidFile } from './postmaster.ts';
import type { ServerSettings, Wishes } from './server.ts';

export { DatabaseUnavailable } from './errors.ts';
export { smallSettings } from './settings.ts';

/** The addresses of the database, passwords included. */
export type Addresses = {
  /** For `DATABASE_URL`. */
  url: string;
  /** For `DATABASE_OWNER_URL`. */
  ownerUrl: string;
};

export type Embedded = Addresses & {
  /** The folder with all that is of it. */
  home: string;
  /** Gives it back: it stops unless another process uses it. Safe to repeat. */
  stop(): Promise<void>;
};

/**
 * Runs a real PostgreSQL for this process, with its data in `dataDir`. Processes that ask for the same folder share one
 * server, and the last of them stops it: also when it dies by `kill -9`, then within five seconds. Throws a
 * `DatabaseUnavailable` that says what to do.
 */
export async function startEmbedded({
  dataDir,
  ...wishes
}: Wishes & { dataDir: string }): Promise<Embedded> {
  if (process.platform === 'win32') throw unavailable('Windows is not supported here.');
  try {
    return await hold({ ...wishes, home: findHome(dataDir) });
  } catch (error) {
    throw explainFile(error);
  }
}

async function hold(order: ServerSettings): Promise<Embedded> {
  const { home } = order;
  // While a guard stops the server, it keeps the lock.
  const held = await takeLock(partsOf(home).holders, 'shared', 60_000);
  if (!held) throw unavailable(`another process keeps ${home} locked.`);
  const leaving = new AbortController();
  try {
    const addresses = await reach(order, leaving.signal);
    const port = Number(new URL(addresses.url).port);
    void keepGuarded({ ...order, port }, leaving.signal);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      leaving.abort();
      held.release();
      return untilStopped(home);
    };
    return { ...addresses, home, stop: () => (stopping ??= stop()) };
  } catch (error) {
    held.release();
    throw error;
  }
}

/** Has a new guard take over the running server whenever the guard is gone. */
async function keepGuarded(order: ServerSettings, signal: AbortSignal): Promise<void> {
  for (let pauseMs = 200; ; ) {
    await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      if (!isLocked(partsOf(order.home).lock)) await reach(order, signal);
      pauseMs = 200;
    } catch (error) {
      if (signal.aborted) return;
      const words = error instanceof Error ? error.message : error;
      process.emitWarning(`The embedded PostgreSQL is gone and asked for again. ${words}`);
      pauseMs = Math.min(2 * pauseMs, 15_000);
    }
  }
}

/** Waits until there is a guard and its server answers; starts a guard where there is none. */
async function reach(order: ServerSettings, signal: AbortSignal): Promise<Addresses> {
  const { cluster, lock, log } = partsOf(order.home);
  let guard: Guard | undefined;
  let guards = 0;
  for (let since = Date.now(); ; await sleep(20, undefined, { signal })) {
    const isGuarded = isLocked(lock);
    if (guard?.said) throw new DatabaseUnavailable(guard.said);
    if (!isGuarded && (!guard || guard.said !== undefined)) {
      guards += 1;
      if (guards > 3) throw unavailable(`its guard ends by itself (see ${log}).`);
      guard = startGuard(order);
    }
    const file = readPidFile(cluster);
    if (file?.status === 'starting') since = Date.now(); // Recovery may take long.
    const isWished = order.port === undefined || order.port === file?.port;
    const ready = file?.status === 'ready' && isWished ? file : undefined;
    const { addresses, trouble } = ready ? await ask(order.home, ready) : {};
    if (addresses && isGuarded) return addresses;
    const limitMs = trouble ? 15_000 : 120_000;
    if (Date.now() - since > limitMs)
      throw unavailable(trouble ?? `it does not answer (see ${log}).`);
  }
}

/** Asks the server itself whether it is the one of this home, and whether the password fits. */
async function ask(
  home: string,
  { port, socketFolder }: { port: number; socketFolder: string },
): Promise<{ addresses?: Addresses; trouble?: string }> {
  const { cluster } = partsOf(home);
  const host = socketFolder ? encodeURIComponent(socketFolder) : '127.0.0.1';
  const [ownerUrl = '', url = ''] = rolesOf(home).map(({ role, file }) => {
    const secret = readIfThere(file)?.trim();
    return secret && `postgres://${role}:${secret}@${host}:${port}/${databaseName}`;
  });
  if (!url) return { trouble: 'it runs for an earlier release: end that first.' };
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    application_name: 'giftlane start',
  });
  client.on('error', () => undefined); // The same error rejects the query.
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    if (rows[0].folder === cluster) return { addresses: { url, ownerUrl } };
    return { trouble: `a PostgreSQL of somebody else answers on port ${port}.` };
  } catch (error) {
    return { trouble: `it does not answer: ${error instanceof Error ? error.message : error}.` };
  } finally {
    await client.end();
  }
}

/** A guard that was started; `said` when it has ended, empty when there was another one. */
type Guard = { said?: string };

const longestLog = 5_000_000;

function startGuard(order: ServerSettings): Guard {
  const { log } = partsOf(order.home);
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > longestLog) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a', 0o600);
  const program = fileURLToPath(new URL('./guard.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(order)], {
    detached: true,
    cwd: '/',
    // The cache of compiled programs, where one is set, saves the guard half of its memory.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', output],
  });
  closeSync(output);
  child.unref();
  if (child.stdout instanceof Socket) child.stdout.unref();
  const guard: Guard = {};
  const end = (said: string) => {
    guard.said = said;
  };
  child.on('error', (error) => end(error.message));
  if (child.stdout) text(child.stdout).then(end, () => end(''));
  return guard;
}

/** Waits until the server has stopped, unless others hold it. */
async function untilStopped(home: string): Promise<void> {
  const { lock, holders, awaited } = partsOf(home);
  // That others hold it is believed at the second look: who leaves in the same moment looks as well.
  const isOver = () => !isLocked(lock) || !existsSync(holders);
  for (let looks = 0, began = Date.now(); looks < 2 && !isOver(); await sleep(20)) {
    if (Date.now() - began > 45_000)
      throw new Error('the embedded PostgreSQL did not stop in time');
    const alone = tryLock(holders, 'exclusive');
    if (alone) writeFileSync(awaited, '');
    else if (!isLocked(holders)) looks += 1;
    alone?.release();
  }
}
