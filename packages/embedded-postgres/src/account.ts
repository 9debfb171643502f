import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { codeOf, unavailable } from './errors.ts';

/** The account that PostgreSQL runs with; undefined means the one of this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root, so root runs it with the account that owns the data, or for new data with
 * `postgres`, or else `nobody`. Any other account runs it itself.
 */
export function serverAccount(cluster: string): Account {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const own = process.getuid?.();
  if (own !== 0) {
    if (!owner || owner.uid === own) return undefined;
    throw unavailable(
      `${cluster} belongs to the account number ${owner.uid}. Start the shop with that account, ` +
        'or choose another DATA_DIR.',
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const named = accountNamed('postgres') ?? accountNamed('nobody');
  if (!named) throw unavailable('it can not run as root, and there is no account for it.');
  if (!owner) return named;
  throw unavailable(
    `${cluster} belongs to root, and it can not run as root. ` +
      `Give it away with: chown -R ${named.uid}:${named.gid} ${cluster}`,
  );
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
  if (['EPERM', 'EINVAL'].includes(codeOf(tried.error)))
    throw unavailable('root may not change to another account here, and it can not run as root.');
  return tried.status === 0;
}

function accountNamed(name: string): Account {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined; // id fails when there is no such account.
  }
}
