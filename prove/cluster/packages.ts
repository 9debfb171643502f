/** What the cluster needs of Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a program to its end and returns its output; throws if it fails. */
export function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}${stdout}`);
  return stdout;
}

/** Packages and a file that each of them brings. */
const packages = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  iproute2: '/usr/sbin/ip',
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-account': '/usr/bin/swift-account-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-object': '/usr/bin/swift-object-server',
  memcached: '/usr/bin/memcached',
  pgbackrest: '/usr/bin/pgbackrest',
};

/** Older ones forget, when they start again beside a primary, that commits wait for the standby. */
const leastPatroni = '3.1.2';

/** A program of Patroni and the variables it needs. */
export interface Patroni {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The Patroni of Debian 13, unpacked into a folder: it runs on Debian 12 as it is. */
function newerPatroni(): Patroni {
  const home = join(tmpdir(), 'giftlane-debian-13');
  const files = join(home, 'files');
  const found = {
    folder: join(files, 'usr/bin'),
    env: { PYTHONPATH: join(files, 'usr/lib/python3/dist-packages') },
  };
  if (existsSync(join(found.folder, 'patroni'))) return found;
  mkdirSync(join(home, 'lists/partial'), { recursive: true });
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const source = `deb [signed-by=${keys}] http://deb.debian.org/debian trixie main\n`;
  writeFileSync(join(home, 'sources.list'), source);
  const settings = [
    ...[`Dir::Etc::sourcelist=${home}/sources.list`, 'Dir::Etc::sourceparts=/dev/null'],
    ...[`Dir::State::lists=${home}/lists`, `Dir::Cache=${home}`],
  ];
  const options = settings.flatMap((setting) => ['-o', setting]);
  run('apt-get', ...options, 'update', '-qq');
  const wanted = ['patroni', 'python3-ydiff'];
  run('sh', '-c', `cd ${home} && exec apt-get "$@"`, '', ...options, '-qq', 'download', ...wanted);
  for (const file of readdirSync(home))
    if (file.endsWith('.deb')) run('dpkg-deb', '-x', join(home, file), files);
  return found;
}

/** Installs what is missing of Debian's packages, and says where Patroni is. */
export function install(): Patroni {
  if (process.getuid?.() !== 0) throw new Error('run this as root: it makes network namespaces');
  const missing = Object.entries(packages).flatMap(([name, file]) =>
    existsSync(file) ? [] : [name],
  );
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(', ')} …`);
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing);
  }
  const version = /^Version: (.+)/m.exec(run('dpkg', '-s', 'patroni'))?.[1] ?? '';
  const isNew = spawnSync('dpkg', ['--compare-versions', version, 'ge', leastPatroni]).status === 0;
  return isNew ? { folder: '/usr/bin', env: {} } : newerPatroni();
}
