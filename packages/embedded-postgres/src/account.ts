import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { unavailable } from './problems.ts';

/** The account that PostgreSQL runs with; undefined means the one of this process. */
export type Account = { uid: number; gid: number } | undefined;

const isRoot = () => process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, so root hands it to the owner of the data, or for new data to
 * the account `postgres`, or else to `nobody`. Any other account runs it itself.
 */
export function serverAccount(cluster: string): Account {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw unavailable(
        `${cluster} belongs to the account number ${owner.uid}. Start the shop with that account, ` +
          'or choose another DATA_DIR.',
      );
    }
    return undefined;
  }
  const named = accountNamed('postgres') ?? accountNamed('nobody');
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (!named) throw unavailable('it can not run as root, and there is no account for it.');
  if (owner) {
    throw unavailable(
      `${cluster} belongs to root, and it can not run as root. ` +
        `Give it away with: chown -R ${named.uid}:${named.gid} ${cluster}`,
    );
  }
  return named;
}

/** The options that make a child process run with the account. */
export function as(account: Account): { uid?: number; gid?: number } {
  // Accounts such as nobody on macOS are negative numbers to the system call.
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {};
}

/** Whether the account gets into the folder: only trying it respects groups and access lists. */
export function canEnter(account: Account, folder: string): boolean {
  if (!account) return true;
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...as(account),
    stdio: 'ignore',
    cwd: '/',
  });
  if (tried.error && 'code' in tried.error && ['EPERM', 'EINVAL'].includes(`${tried.error.code}`)) {
    throw unavailable('root may not change to another account here, and it can not run as root.');
  }
  return tried.status === 0;
}

function accountNamed(name: string): Account {
  const id = (flag: string) =>
    Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined; // id fails when there is no such account.
  }
}
