import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, as } from './account.ts';
import type { Binaries } from './binaries.ts';
import { explain, unavailable } from './errors.ts';
import { partsOf, readIfThere } from './home.ts';

/** The data of one server, and what runs it. `folder` is PostgreSQL's data directory. */
export type Cluster = { home: string; folder: string; binaries: Binaries; account: Account };

/** The role and the database of the shop. The role is no superuser, as on a rented PostgreSQL. */
export const shopName = 'giftlane';

/** The superuser has no password and no entry: it only exists to a person who stopped the server. */
const access = `# type database user address method
host all ${shopName} 127.0.0.1/32 scram-sha-256
local all ${shopName} scram-sha-256
`;

/**
 * Makes the cluster ready to be started: makes it when there is none, and gives the role a new password when the file
 * with it was lost. May be killed at any point; one process at a time may do it.
 */
export async function prepareCluster(cluster: Cluster, abort: AbortSignal): Promise<void> {
  const { home, folder, binaries } = cluster;
  const version = readIfThere(join(folder, 'PG_VERSION'))?.trim();
  if (version === undefined) {
    setAside(folder);
    await create(cluster, abort);
  } else if (version !== binaries.major) {
    throw unavailable(
      `the data in ${folder} was made by PostgreSQL ${version}, and this program has ` +
        `version ${binaries.major}. Restore a backup into a new DATA_DIR.`,
    );
  } else {
    writeAccess(folder);
    if (!existsSync(partsOf(home).password))
      await setPassword(cluster, `ALTER ROLE ${shopName}`, abort);
  }
}

/** Data is never deleted: what looks like a half-made cluster is only moved out of the way. */
function setAside(folder: string): void {
  if (!existsSync(folder)) return;
  if (existsSync(join(folder, 'global', 'pg_control')))
    throw unavailable(`the data in ${folder} is damaged: it has no PG_VERSION. Restore a backup.`);
  renameSync(folder, `${folder}.unfinished-${Date.now()}`);
}

async function create(cluster: Cluster, abort: AbortSignal): Promise<void> {
  const { home, folder, account, binaries } = cluster;
  const begun = `${folder}.new-`;
  const removeBegun = () => {
    for (const path of readdirSync(home).map((name) => join(home, name)))
      if (path.startsWith(begun)) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  removeBegun();
  // A name of its own: an initdb that was left running must not write into this one.
  const draft = { ...cluster, folder: begun + randomBytes(3).toString('hex') };
  mkdirSync(draft.folder, { mode: 0o700 });
  if (account) chownSync(draft.folder, account.uid, account.gid);
  const words = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=reject', '--data-checksums'];
  await run(draft, [binaries.initdb, '-D', draft.folder, ...words], abort);
  writeAccess(draft.folder);
  const make = `CREATE ROLE ${shopName} LOGIN CREATEDB`;
  await setPassword(draft, make, abort, [
    `GRANT pg_monitor, pg_checkpoint TO ${shopName}`,
    `CREATE DATABASE ${shopName} OWNER ${shopName}`,
  ]);
  renameSync(draft.folder, folder);
  const handle = openSync(home, 'r');
  fsyncSync(handle); // Or power loss might undo the renaming after there is data.
  closeSync(handle);
  removeBegun(); // An initdb that was left running may have written on for a moment.
}

/** Says who may connect; a cluster of an earlier release knows no sockets. */
function writeAccess(folder: string): void {
  const file = join(folder, 'pg_hba.conf');
  if (readIfThere(file) !== access) writeFileSync(file, access, { flush: true });
}

/** Ends the statement with a new password. It is written down when it is set: a file always holds the valid one. */
async function setPassword(
  cluster: Cluster,
  statement: string,
  abort: AbortSignal,
  more: string[] = [],
): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  // Of 192 random bits: stretching would make them no harder to guess, and every connection slower.
  const unstretched = 'SET scram_iterations = 1';
  await runAlone(cluster, [unstretched, `${statement} PASSWORD '${password}'`, ...more], abort);
  const file = partsOf(cluster.home).password;
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** Runs statements without a server, as the superuser. */
async function runAlone(cluster: Cluster, statements: string[], abort: AbortSignal) {
  const quiet = ['-c', 'log_min_error_statement=panic', '-c', 'log_checkpoints=off'];
  const words = ['--single', '-D', cluster.folder, ...quiet, 'postgres'];
  const script = `${statements.join(';\n')};\n`;
  const said = await run(cluster, [cluster.binaries.postgres, ...words], abort, script);
  // It ends with 0 even when a statement failed.
  if (/ERROR|FATAL|PANIC/.test(said)) throw explain(said, partsOf(cluster.home).log);
}

async function run(
  { account, home }: Cluster,
  [program = '', ...words]: string[],
  signal: AbortSignal,
  input = '',
): Promise<string> {
  const options = { ...as(account), cwd: '/', env: cleanEnvironment };
  const running = promisify(execFile)(program, words, {
    ...options,
    signal,
    killSignal: 'SIGKILL',
  });
  running.child.stdin?.on('error', () => undefined); // It may end before it has read everything.
  running.child.stdin?.end(input);
  try {
    return (await running).stderr;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw explain(stderr || message, partsOf(home).log);
  }
}

/** Without the caller's PG* variables and locale, which PostgreSQL would follow. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
};
