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

/** The database, and the role that owns it: no superuser, as on a rented PostgreSQL. */
export const databaseName = 'giftlane';

/** Who may connect, and where their passwords are: the owner, which changes tables, and whom the shop runs as. */
export const rolesOf = (home: string) => {
  const { password, shopPassword } = partsOf(home);
  return [
    { role: databaseName, file: password },
    { role: `${databaseName}_shop`, file: shopPassword },
  ] as const;
};

/** The superuser has no password and no entry: it only exists to a person who stopped the server. */
const accessTo = (roles: string) => `# type database user address method
host all ${roles} 127.0.0.1/32 scram-sha-256
local all ${roles} scram-sha-256
`;

/**
 * Makes the cluster ready to be started: makes it when there is none, and gives a role a new password when the file
 * with it was lost. May be killed at any point; one process at a time may do it.
 */
export async function prepareCluster(cluster: Cluster, abort: AbortSignal): Promise<void> {
  const { folder, binaries } = cluster;
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
    writeAccess(cluster);
    await giveRoles(cluster, abort);
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
  writeAccess(draft);
  for (const { file } of rolesOf(home)) rmSync(file, { force: true });
  await giveRoles(draft, abort, [
    `ALTER ROLE ${databaseName} CREATEDB`,
    `GRANT pg_monitor, pg_checkpoint TO ${databaseName}`,
    `CREATE DATABASE ${databaseName} OWNER ${databaseName}`,
  ]);
  renameSync(draft.folder, folder);
  const handle = openSync(home, 'r');
  fsyncSync(handle); // Or power loss might undo the renaming after there is data.
  closeSync(handle);
  removeBegun(); // An initdb that was left running may have written on for a moment.
}

/** Says who may connect; a cluster of an earlier release knows no sockets, and one role. */
function writeAccess({ home, folder }: Cluster): void {
  const access = accessTo(
    rolesOf(home)
      .map(({ role }) => role)
      .join(),
  );
  const file = join(folder, 'pg_hba.conf');
  if (readIfThere(file) !== access) writeFileSync(file, access, { flush: true });
}

/**
 * Makes the roles that are missing, and gives those whose file was lost new passwords. Each is written down when it is
 * set: a file always holds the valid one. The owner may do what the shop may, not the other way round.
 */
async function giveRoles(cluster: Cluster, abort: AbortSignal, more: string[] = []) {
  const lacking = rolesOf(cluster.home)
    .filter(({ file }) => !existsSync(file))
    .map((role) => ({ ...role, password: randomBytes(24).toString('base64url') }));
  if (lacking.length === 0) return;
  const make = lacking.flatMap(({ role, password }) => [
    `DO $$ BEGIN CREATE ROLE ${role} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE ${role} PASSWORD '${password}'`,
  ]);
  const [owner, shop] = rolesOf(cluster.home);
  // Of 192 random bits: stretching would make them no harder to guess, and every connection slower.
  const unstretched = 'SET scram_iterations = 1';
  const member = `GRANT ${shop.role} TO ${owner.role}`;
  await runAlone(cluster, [unstretched, ...make, member, ...more], abort);
  for (const { file, password } of lacking) {
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
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

/** Without the caller's PG* variables and locale. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
};
