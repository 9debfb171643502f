import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Account, as } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clusterIn } from './place.ts';
import { readProblem, unavailable } from './problems.ts';
import { hasSocket } from './socket.ts';

/** Where one database lives, and what runs it. */
export type Cluster = { home: string; folder: string; binaries: Binaries; account: Account };

/** The role and the database the shop uses. The role is no superuser, as on a rented PostgreSQL. */
const shopName = 'giftlane';

/** The address under which the shop reaches its running database, password included. */
export function addressOf(home: string, port: number): string {
  const password = readFileSync(passwordFile(home), 'utf8').trim();
  const folder = clusterIn(home);
  const host = hasSocket(folder, port) ? encodeURIComponent(folder) : '127.0.0.1';
  return `postgres://${shopName}:${password}@${host}:${port}/${shopName}`;
}

/** Whether the data can be opened by the address alone: its password is known. */
export const passwordKnown = (home: string): boolean => existsSync(passwordFile(home));

/**
 * Makes the cluster ready to be started: creates it when there is none, and gives the role a new
 * password when the file with it was lost. Safe to be killed anywhere; runs under the home's lock.
 */
export async function prepareCluster(cluster: Cluster, abort: AbortSignal): Promise<void> {
  const versionFile = join(cluster.folder, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    setAside(cluster.folder);
    await create(cluster, abort);
    return;
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== cluster.binaries.major) {
    throw unavailable(
      `the data in ${cluster.folder} was made by PostgreSQL ${version}, and this program has ` +
        `version ${cluster.binaries.major}. Restore a backup into a new DATA_DIR.`,
    );
  }
  writeAccess(cluster.folder);
  if (passwordKnown(cluster.home)) return;
  await keepPassword(cluster.home, (password) =>
    runAlone(
      cluster,
      cluster.folder,
      [unstretched, `ALTER ROLE ${shopName} PASSWORD '${password}'`],
      abort,
    ),
  );
}

/** Data is never deleted: what looks like a half-made cluster is only moved out of the way. */
function setAside(folder: string): void {
  if (!existsSync(folder)) return;
  if (existsSync(join(folder, 'global', 'pg_control'))) {
    throw unavailable(`the data in ${folder} is damaged: it has no PG_VERSION. Restore a backup.`);
  }
  renameSync(folder, `${folder}.unfinished-${Date.now()}`);
}

async function create(cluster: Cluster, abort: AbortSignal): Promise<void> {
  removeDrafts(cluster);
  // A name of its own: what a killed start left running must not write into this one.
  const draft = `${cluster.folder}.new-${randomBytes(3).toString('hex')}`;
  mkdirSync(draft, { mode: 0o700 });
  if (cluster.account) chownSync(draft, cluster.account.uid, cluster.account.gid);
  await initialise(cluster, draft, abort);
  await keepPassword(cluster.home, (password) =>
    runAlone(
      cluster,
      draft,
      [
        unstretched,
        `CREATE ROLE ${shopName} LOGIN CREATEDB PASSWORD '${password}'`,
        `GRANT pg_monitor, pg_checkpoint TO ${shopName}`,
        `CREATE DATABASE ${shopName} OWNER ${shopName}`,
      ],
      abort,
    ),
  );
  renameSync(draft, cluster.folder);
  syncFolder(cluster.home);
  removeDrafts(cluster); // Again: an initdb that outlived its watchdog wrote on for a moment.
}

function removeDrafts(cluster: Cluster): void {
  const drafts = readdirSync(cluster.home).filter((name) =>
    name.startsWith(`${basename(cluster.folder)}.new-`),
  );
  for (const name of drafts) {
    rmSync(join(cluster.home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function initialise(cluster: Cluster, draft: string, abort: AbortSignal): Promise<void> {
  await run(
    cluster,
    abort,
    cluster.binaries.initdb,
    ['-D', draft, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=reject'].concat([
      '--data-checksums',
      '--no-instructions',
    ]),
  );
  writeAccess(draft);
}

/** The superuser has no password and no entry: it only exists to a person who stopped the server. */
const access = `# type database user address method
host all ${shopName} 127.0.0.1/32 scram-sha-256
local all ${shopName} scram-sha-256
`;

/** Says who may connect; a cluster of an earlier release knows no sockets. */
function writeAccess(folder: string): void {
  const file = join(folder, 'pg_hba.conf');
  if (readFileSync(file, 'utf8') !== access) writeFileSync(file, access, { flush: true });
}

/** Of 192 random bits: stretching would make them no harder to guess, and every connection slower. */
const unstretched = 'SET scram_iterations = 1';

/** Makes a password, has it set, and only then keeps it: a file always holds the valid one. */
async function keepPassword(home: string, set: (password: string) => Promise<void>) {
  const password = randomBytes(24).toString('base64url');
  const draft = `${passwordFile(home)}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${password}\n`, { mode: 0o600, flush: true });
  await set(password);
  renameSync(draft, passwordFile(home));
  syncFolder(home);
}

const passwordFile = (home: string) => join(home, 'password');

/** Runs statements without a server, as the superuser. */
async function runAlone(
  cluster: Cluster,
  folder: string,
  statements: string[],
  abort: AbortSignal,
): Promise<void> {
  const quiet = ['-c', 'log_min_error_statement=panic', '-c', 'log_checkpoints=off'];
  const words = ['--single', '-D', folder, ...quiet, 'postgres'];
  const script = `${statements.join(';\n')};\n`;
  const said = await run(cluster, abort, cluster.binaries.postgres, words, script);
  // It ends with 0 even when a statement failed.
  if (/ERROR|FATAL|PANIC/.test(said)) throw readProblem(said, folder);
}

async function run(
  cluster: Cluster,
  abort: AbortSignal,
  program: string,
  words: string[],
  input = '',
): Promise<string> {
  const child = spawn(program, words, {
    ...as(cluster.account),
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
    signal: abort,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => undefined); // It may end before it has read everything.
  child.stdin.end(input);
  const [said, status] = await Promise.all([text(child.stderr), ended(child)]);
  if (status !== 0) throw readProblem(said || `it ended with ${status}`, cluster.home);
  return said;
}

/** Without the caller's PG* variables and locale, which PostgreSQL would follow. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
};

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
