import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { as } from './account.ts';
import { type Cluster, cleanEnvironment } from './cluster.ts';
import { minutes, seconds } from './durations.ts';
import { choosePort, storePort } from './ports.ts';
import { readStartProblem, unavailable } from './problems.ts';
import { childrenOf, isPostmaster, runs, serversInside, signal } from './processes.ts';
import { type Settings, serverArguments } from './settings.ts';
import { removeSockets, socketFolderOf } from './socket.ts';

/** A running PostgreSQL: our child, or one that outlived the watchdog which started it. */
export type Postmaster = { pid: number; port: number; folder: string; exited: Promise<void> };

export type StartWish = { settings: Settings; port?: number; abort: AbortSignal };

/** The file to which the server of a home writes. */
export const logFile = (home: string): string => join(home, 'server.log');

const healsWithinMs = seconds(10);
const portIsFreeWithinMs = seconds(1);
/** Recovery after a crash replays up to `max_wal_size`, which takes minutes on a slow disk. */
const startsWithinMs = minutes(10);

/**
 * Starts the server and waits until it accepts connections. What heals by itself (a zombie, the
 * backends of a killed server) is waited for; a port taken meanwhile is replaced unless wished.
 */
export async function startPostmaster(cluster: Cluster, wish: StartWish): Promise<Postmaster> {
  const began = Date.now();
  for (;;) {
    await clearLeftovers(cluster.folder);
    const port = wish.port ?? (await choosePort(cluster.home));
    storePort(cluster.home, port); // Before the start: on a full disk it must not leave a server.
    const { server, said } = await tryStart(cluster, { ...wish, port });
    if (server) return server;
    const problem = readStartProblem(said, logFile(cluster.home), port);
    const waited = Date.now() - began;
    if (problem.kind === 'final' || waited > healsWithinMs) throw problem.error;
    if (problem.kind === 'port' && wish.port && waited > portIsFreeWithinMs) throw problem.error;
    await sleep(200);
    wish.abort.throwIfAborted();
  }
}

/** Finds a server that runs on the cluster although no watchdog does, once it is up. */
export async function findOrphan(cluster: Cluster): Promise<Postmaster | undefined> {
  const deadline = Date.now() + startsWithinMs;
  for (;;) {
    const file = readPidFile(cluster.folder);
    if (!file || !isPostmaster(file.pid, cluster.folder)) return undefined;
    const found = { pid: file.pid, port: file.port, folder: cluster.folder };
    const orphan = { ...found, exited: goneAfter(file.pid) };
    if (file.status === 'ready') return orphan;
    if (file.status === 'stopping' || Date.now() > deadline) {
      await stopPostmaster(orphan, sleep(0));
      return undefined;
    }
    await sleep(50);
  }
}

/**
 * Stops the server: its clients are cut off and their transactions undone. It gets the time for a
 * clean end, but little of it once `hurry` has resolved, and never enough to stay.
 */
export async function stopPostmaster(server: Postmaster, hurry: Promise<unknown>): Promise<void> {
  const clean = Promise.race([sleep(seconds(30)), hurry.then(() => sleep(seconds(2.5)))]);
  if (await endsWith(server, 'SIGINT', clean)) return;
  if (await endsWith(server, 'SIGQUIT', sleep(seconds(1)))) return;
  const children = childrenOf(server.pid);
  await endsWith(server, 'SIGKILL', sleep(seconds(1)));
  for (const pid of [...children, ...serversInside(server.folder)]) signal(pid, 'SIGKILL');
}

async function endsWith(server: Postmaster, name: NodeJS.Signals, limit: Promise<unknown>) {
  if (!signal(server.pid, name)) return true;
  return Promise.race([server.exited.then(() => true), limit.then(() => false)]);
}

type Attempt = { server: Postmaster; said?: never } | { server?: never; said: string };

async function tryStart(cluster: Cluster, wish: StartWish & { port: number }): Promise<Attempt> {
  const place = logFile(cluster.home);
  const log = openSync(place, 'a', 0o600);
  const before = statSync(place).size;
  const reach = { port: wish.port, socketFolder: socketFolderOf(cluster.folder) };
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.folder, ...serverArguments(wish.settings, reach)],
    { ...as(cluster.account), cwd: '/', env: cleanEnvironment, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  let over = false;
  const exited = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  }).finally(() => {
    over = true;
  });
  exited.catch(() => undefined); // Thrown where it is awaited.
  const server = { pid: child.pid ?? 0, port: wish.port, folder: cluster.folder, exited };
  const deadline = Date.now() + startsWithinMs;
  while (child.pid !== undefined && !over) {
    const file = readPidFile(cluster.folder);
    if (file?.pid === child.pid && file.status === 'ready') return { server };
    if (wish.abort.aborted || Date.now() > deadline) {
      await stopPostmaster(server, sleep(0));
      wish.abort.throwIfAborted();
      throw unavailable(`it was not ready in time (see ${place}).`);
    }
    await sleep(10);
  }
  await exited;
  return { said: readFileSync(place).subarray(before).toString() };
}

/**
 * Ends what a killed server left: its backends see that it is gone, but one that computes only
 * afterwards; and a pid file whose pid now belongs to a zombie or a stranger blocks the start.
 * PostgreSQL itself still refuses a cluster whose shared memory is in use.
 */
async function clearLeftovers(folder: string): Promise<void> {
  const file = readPidFile(folder);
  if (file && isPostmaster(file.pid, folder)) return;
  const deadline = Date.now() + seconds(1);
  while (serversInside(folder).length > 0 && Date.now() < deadline) await sleep(50);
  for (const pid of serversInside(folder)) signal(pid, 'SIGKILL');
  if (file) rmSync(join(folder, 'postmaster.pid'), { force: true });
  removeSockets(folder);
}

type PidFile = { pid: number; port: number; status: string };

/** Reads the file in which PostgreSQL says who runs the cluster, where, and how far it is. */
function readPidFile(folder: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    // A server that ends takes its file away at any moment.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

async function goneAfter(pid: number): Promise<void> {
  while (runs(pid)) await sleep(200);
}
