import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { as } from './account.ts';
import { type Cluster, cleanEnvironment } from './cluster.ts';
import { codeOf, explain, unavailable } from './errors.ts';
import { partsOf, readIfThere } from './home.ts';
import { type Settings, serverArguments } from './settings.ts';

/** A running PostgreSQL: our child, or one that outlived the guard that started it. */
export type Postmaster = { pid: number; port: number; folder: string; exited: Promise<unknown> };

const linux = process.platform === 'linux';
const healsWithinMs = 5_000;

/**
 * Starts the server and waits until it accepts connections, which takes minutes when it recovers on a slow disk. The
 * last processes of a killed server are waited for; instead of a port that is taken, another one is tried unless this
 * one is wished.
 */
export async function startPostmaster(
  cluster: Cluster,
  wish: { settings?: Settings; port?: number },
  abort: AbortSignal,
): Promise<Postmaster> {
  const { log } = partsOf(cluster.home);
  let port = wish.port ?? portOfLastStart(cluster.folder) ?? anyPort();
  for (const deadline = Date.now() + healsWithinMs; ; await sleep(100)) {
    await clearLeftovers(cluster.folder);
    const { server, said } = await tryStart(cluster, { ...wish.settings, port }, abort);
    if (server) return server;
    const isOver = Date.now() > deadline;
    if (/Address already in use|could not bind/i.test(said)) {
      if (wish.port || isOver) throw unavailable(`port ${port} on 127.0.0.1 is taken.`);
      port = anyPort();
    } else if (/lock file .* already exists|shared memory block .* still in use/is.test(said)) {
      if (isOver) throw unavailable(`another PostgreSQL still uses the data (see ${log}).`);
    } else {
      throw explain(said, log);
    }
  }
}

function portOfLastStart(folder: string): number | undefined {
  const options = readIfThere(join(folder, 'postmaster.opts')) ?? '';
  return Number(/"port=(\d+)"/.exec(options)?.[1]) || undefined;
}

/** Below the range from which systems take the ports of outgoing connections. */
const anyPort = () => randomInt(15_000, 32_000);

/** Finds a server that runs on the data although no guard does; one that starts or stops is waited for. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  for (;;) {
    const file = readPidFile(folder);
    if (!file || !isPostmaster(file.pid, folder)) return undefined;
    const { pid, port, status } = file;
    if (status === 'ready') return { pid, port, folder, exited: untilGone(pid, folder) };
    await sleep(50);
  }
}

/**
 * Stops the server: its clients are cut off and their transactions undone. It gets the time for a clean end; after that
 * PostgreSQL recovers at its next start, as after a crash.
 */
export async function stopPostmaster(server: Postmaster, cleanMs: number): Promise<void> {
  const steps = [
    ['SIGINT', cleanMs],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 1_000],
  ] as const;
  const exited = server.exited.then(() => true);
  for (const [name, limitMs] of steps) {
    if (!send(server.pid, name)) break;
    if (await Promise.race([exited, sleep(limitMs, false, { ref: false })])) break;
  }
  for (const pid of processesIn(server.folder)) send(pid, 'SIGKILL');
}

async function tryStart(
  { home, folder, binaries, account }: Cluster,
  settings: Settings & { port: number },
  abort: AbortSignal,
): Promise<{ server?: Postmaster; said: string }> {
  const { log } = partsOf(home);
  const output = openSync(log, 'a', 0o600);
  const { size } = fstatSync(output);
  const all = { ...settings, unix_socket_directories: socketFolderOf(folder) };
  const child = spawn(binaries.postgres, ['-D', folder, ...serverArguments(all)], {
    ...{ ...as(account), cwd: '/', env: cleanEnvironment },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let isOver = false;
  const exited = once(child, 'exit').finally(() => {
    isOver = true;
  });
  exited.catch(() => undefined); // Thrown where it is awaited.
  const server = { pid: child.pid ?? 0, port: settings.port, folder, exited };
  for (; !isOver; await sleep(10)) {
    const file = readPidFile(folder);
    if (file?.pid === child.pid && file?.status === 'ready') return { server, said: '' };
    if (!abort.aborted) continue;
    await stopPostmaster(server, 0);
    abort.throwIfAborted();
  }
  await exited;
  return { said: readFileSync(log).subarray(size).toString() };
}

const socketPrefix = '.s.PGSQL.';
/** macOS has room for 103 bytes, Linux for 107. */
const longestSocket = 100;

/**
 * Where a cluster keeps its socket: in its own folder, which only its account and root can enter. Nowhere if that is too
 * deep for a socket's name, or has characters that a list of folders can not have.
 */
function socketFolderOf(folder: string): string {
  const fits = Buffer.byteLength(join(folder, `${socketPrefix}65535`)) <= longestSocket;
  return fits && /^[\w./-]+$/.test(folder) ? folder : '';
}

/**
 * Ends what a killed server left. Its processes see that it is gone, but one that computes only afterwards; and a pid
 * file or a socket's lock blocks the start when its pid belongs to somebody else now. PostgreSQL itself still refuses a
 * cluster whose shared memory is in use.
 */
async function clearLeftovers(folder: string): Promise<void> {
  const file = readPidFile(folder);
  if (file && isPostmaster(file.pid, folder)) return;
  const deadline = Date.now() + 1_000;
  while (processesIn(folder).length > 0 && Date.now() < deadline) await sleep(50);
  for (const pid of processesIn(folder)) send(pid, 'SIGKILL');
  const stale = readdirSync(folder).filter((name) => name.startsWith(socketPrefix));
  for (const name of ['postmaster.pid', ...stale]) rmSync(join(folder, name), { force: true });
}

/** The file in which PostgreSQL says who runs the cluster, how it is reached and how far it is. */
export function readPidFile(folder: string) {
  const lines = readIfThere(join(folder, 'postmaster.pid'))?.split('\n');
  if (!lines) return undefined;
  const [pid, , , port, socketFolder = '', , , status = ''] = lines;
  return { pid: Number(pid), port: Number(port), socketFolder, status: status.trim() };
}

/** Sends a signal; false when there is no such process any more. */
function send(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Whether the pid is a postmaster of exactly this cluster: pids are reused, also by containers. */
function isPostmaster(pid: number, folder: string): boolean {
  if (!linux) {
    const words = ['-ww', '-o', 'command=', '-p', `${pid}`];
    return orEmpty(() => execFileSync('ps', words, { encoding: 'utf8' })).includes(`-D ${folder} `);
  }
  // A zombie has no words.
  const [program = '', ...words] = orEmpty(() =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  ).split('\0');
  return basename(program) === 'postgres' && words.includes(folder);
}

async function untilGone(pid: number, folder: string): Promise<void> {
  while (isPostmaster(pid, folder)) await sleep(200);
}

/**
 * The processes of PostgreSQL that work in this cluster, whoever their parent is: a killed postmaster leaves some behind,
 * and they block the next start. Only Linux tells; elsewhere none.
 */
export function processesIn(folder: string): number[] {
  if (!linux) return [];
  const link = (pid: number, name: string) => orEmpty(() => readlinkSync(`/proc/${pid}/${name}`));
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && link(pid, 'cwd') === folder)
    .filter((pid) => /^postgres( |$)/.test(basename(link(pid, 'exe'))));
}

/** A process may end between two looks, and those of other accounts are closed: nothing of ours then. */
function orEmpty(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
