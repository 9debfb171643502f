/**
 * A real S3 from Debian's packages: OpenStack Swift with its `s3api`, one copy of each file, on this machine.
 *
 *   apt-get install -y --no-install-recommends swift-proxy swift-account swift-container swift-object memcached
 *   node prove/cluster/s3.ts PORT FOLDER
 *
 * takes PORT to PORT+4, keeps its files in FOLDER (on ext4, xfs or another file system with extended attributes), prints
 * the shop's variables as one line of JSON when it serves, and ends with SIGTERM. Other scripts call `startSwift`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const region = 'eu-central-1';
const bucket = 'giftlane';
const [user, secret] = ['giftlane:shop', 'giftlane-cluster-secret'];
const kinds = ['account', 'container', 'object'] as const;
const patienceMs = 180_000;

export interface Swift {
  readonly endpoint: string;
  /** `FILES_URL`, `FILES_KEY_ID` and `FILES_SECRET`, with a bucket that is there. */
  readonly variables: Readonly<Record<string, string>>;
  /** The processes, the proxy first: to be killed or stopped by who tries that. */
  readonly processes: readonly ChildProcess[];
  stop(): Promise<void>;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  // 1: done, with a warning.
  if (status !== 0 && status !== 1) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 1
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
`;

const server = (kind: string) => `[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxy = (memcached: number) => `[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${user.replace(':', '_')} = ${secret} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'copy', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}`)
  .join('\n')}
`;

/** Writes rings of one device and the configuration of each server. */
async function configure(folder: string, port: number): Promise<void> {
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  for (const [n, kind] of kinds.entries()) {
    const at = port + 1 + n;
    const builder = `${kind}.builder`;
    run('swift-ring-builder', [builder, 'create', '4', '1', '0'], folder);
    run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${at}/d1`, '1'], folder);
    run('swift-ring-builder', [builder, 'rebalance'], folder);
    await writeFile(join(folder, `${kind}.conf`), common(folder, at) + server(kind));
  }
  await writeFile(join(folder, 'proxy.conf'), common(folder, port) + proxy(port + 4));
}

/** Signs in as Swift's own clients do, and makes the bucket. */
async function makeBucket(endpoint: string): Promise<void> {
  const headers = { 'x-auth-user': user, 'x-auth-key': secret };
  const signedIn = await fetch(`${endpoint}/auth/v1.0`, { headers });
  const token = signedIn.headers.get('x-auth-token') ?? '';
  const account = signedIn.headers.get('x-storage-url') ?? '';
  const made = await fetch(`${account}/${bucket}`, {
    method: 'PUT',
    headers: { 'x-auth-token': token },
  });
  if (!made.ok) throw new Error(`the bucket was not made: HTTP ${made.status}`);
}

/** Starts Swift, with what its folder has already. */
export async function startSwift(at: { port: number; folder: string }): Promise<Swift> {
  const { port } = at;
  const folder = resolve(at.folder);
  const endpoint = `http://127.0.0.1:${port}`;
  await configure(folder, port);
  const begin = (command: string, args: string[]) =>
    spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const memory = ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(port + 4)];
  const processes = [
    begin('swift-proxy-server', [join(folder, 'proxy.conf')]),
    ...kinds.map((kind) => begin(`swift-${kind}-server`, [join(folder, `${kind}.conf`)])),
    begin('memcached', memory),
  ];
  const stop = async () => {
    const living = processes.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
    await Promise.all(
      living.map((child) => {
        const ended = new Promise((end) => child.once('exit', end));
        child.kill('SIGTERM');
        return ended;
      }),
    );
  };
  for (const endMs = Date.now() + patienceMs; ; await pause(300))
    try {
      await makeBucket(endpoint);
      break;
    } catch (error) {
      if (Date.now() < endMs) continue;
      await stop();
      throw error;
    }
  const query = `region=${region}&endpoint=${endpoint}`;
  const variables = {
    FILES_URL: `s3://${bucket}/shop?${query}`,
    FILES_KEY_ID: user,
    FILES_SECRET: secret,
  };
  return { endpoint, variables, processes, stop };
}

if (import.meta.main) {
  const [port = '8480', folder = ''] = process.argv.slice(2);
  const swift = await startSwift({ port: Number(port), folder });
  process.stdout.write(`${JSON.stringify(swift.variables)}\n`);
  const end = () => void swift.stop().then(() => process.exit(0));
  process.on('SIGTERM', end).on('SIGINT', end);
}
