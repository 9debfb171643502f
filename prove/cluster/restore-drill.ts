/**
 * `node prove/cluster/restore-drill.ts [FOLDER PORT]`: orders are placed all the time; a full and an incremental backup by pgBackRest with
 * `deploy/pgbackrest/pgbackrest.conf`; then database and files are destroyed, and brought back to a point in time. Exits with 0 if doctor and
 * `ledger verify` are good and exactly the orders acknowledged before the point are there. As root, or as postgres.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { prepareDatabase } from '../../apps/server/src/assembly/database.ts';
import { submissionOf } from '../../apps/server/src/features/kyc/applicants.testing.ts';
import { connect, sql } from '../../apps/server/src/platform/db/db.ts';
import { apiBase } from '../../apps/server/src/platform/http/http.ts';
import { makeLog } from '../../apps/server/src/platform/process/log.ts';
import { makeCard, makeMember, orderBody } from '../../apps/server/src/testing/builders.ts';
import { proving } from '../../apps/server/src/testing/diaries.ts';
import { ask } from '../../apps/server/src/testing/journey.ts';
import { type Killable, openKillable } from '../../apps/server/src/testing/killable.ts';
import { freePort } from '../../tools/free-port.ts';

const programs = '/usr/lib/postgresql/15/bin';
const stanza = '--stanza=giftlane';

interface Place {
  readonly cluster: string;
  readonly files: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
}

/** A folder for everything, and pgBackRest's own configuration with its paths there. */
function placeIn(folder: string, port: number): Place {
  const of = (name: string) => join(folder, name);
  mkdirSync(folder, { recursive: true });
  for (const name of ['repo', 'log', 'lock', 'spool', 'socket']) mkdirSync(of(name));
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', 'postgres', folder]);
  return {
    cluster: of('cluster'),
    files: of('data'),
    url: `postgres://giftlane@127.0.0.1:${port}/giftlane`,
    env: {
      PATH: `${programs}:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      PGHOST: of('socket'),
      PGPORT: String(port),
      PGBACKREST_CONFIG: join(import.meta.dirname, '../../deploy/pgbackrest/pgbackrest.conf'),
      PGBACKREST_PG1_PATH: of('cluster'),
      PGBACKREST_PG1_PORT: String(port),
      PGBACKREST_PG1_SOCKET_PATH: of('socket'),
      PGBACKREST_REPO1_PATH: of('repo'),
      PGBACKREST_LOG_PATH: of('log'),
      PGBACKREST_LOCK_PATH: of('lock'),
      PGBACKREST_SPOOL_PATH: of('spool'),
      PGBACKREST_REPO1_CIPHER_PASS: 'a pass phrase of the drill',
    },
  };
}

/** Runs a program as postgres; throws if it fails. */
function asPostgres({ env }: Place, ...command: readonly string[]): string {
  const user = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
  const [program = '', ...args] =
    process.getuid?.() === 0 ? ['setpriv', ...user, ...command] : command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    cwd: '/tmp',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}

const pgctl = (place: Place, ...words: readonly string[]) =>
  asPostgres(place, 'pg_ctl', '-D', place.cluster, '-w', '-l', `${place.cluster}.log`, ...words);
const backrest = (place: Place, ...words: readonly string[]) =>
  asPostgres(place, 'pgbackrest', stanza, ...words);
const psql = (place: Place, text: string) =>
  asPostgres(place, 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', 'postgres', '-c', text).trim();

/** A cluster whose WAL is archived. */
function makeCluster(place: Place): void {
  asPostgres(place, 'initdb', '-D', place.cluster, '--auth=trust', '--encoding=UTF8', '-N');
  const settings = {
    port: place.env.PGPORT,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${place.env.PGHOST}'`,
    archive_mode: 'on',
    archive_command: `'pgbackrest ${stanza} archive-push "%p"'`,
    max_connections: 60,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(place.cluster, 'postgresql.auto.conf'), lines.join(''));
  pgctl(place, 'start');
  psql(place, 'create role giftlane login');
  psql(place, 'create database giftlane owner giftlane');
  backrest(place, 'stanza-create');
  backrest(place, 'check');
}

interface Placed {
  readonly clientId: string;
  readonly sentMs: number;
  ackedMs?: number;
}

/** Orders one card after the other from wallets until it is stopped. */
async function buyers({ shop }: Killable, base: string) {
  const card = await makeCard(shop, { codes: 20_000 });
  const members = await Promise.all(
    [1, 2, 3].map(() => makeMember(shop, { walletMinor: 9_000_000n })),
  );
  const placed: Placed[] = [];
  let open = true;
  const buying = members.map(async (member) => {
    while (open) {
      const body = orderBody(member, { card, totalMinor: 10_00n });
      const one: Placed = { clientId: body.sOrderId, sentMs: Date.now() };
      placed.push(one);
      // A server that was killed leaves the last ones without an answer.
      const { token } = member;
      const done = await proving(base, token, () =>
        ask<Order>('POST', `${base}/transaction`, { token, body }),
      ).catch((error: unknown) => open && Promise.reject(error));
      if (done) one.ackedMs = Date.now();
      await sleep(20);
    }
  });
  const ended = Promise.all(buying);
  // Told at the stop.
  ended.catch(() => undefined);
  return {
    placed,
    async stop() {
      open = false;
      await ended;
    },
  };
}

/** Papers with four pictures in DATA_DIR, sent to a running server. */
async function sendPapers({ shop }: Killable, base: string): Promise<void> {
  const { token } = await makeMember(shop);
  const raw = async (method: string, path: string, { body }: { body?: unknown } = {}) => ({
    status: 200,
    headers: new Headers(),
    body: { status: 200, message: '', data: await ask(method, base + path, { token, body }) },
  });
  const body = await submissionOf({ raw } as never, { token });
  await ask('PUT', base + updateKyc.path, { token, body });
}

/** What is wrong with the restored orders. */
async function problemsAt(url: string, placed: readonly Placed[], pointMs: number) {
  const db = connect(url, { max: 2, log: makeLog('silent') });
  const rows = await db.rows(sql<{ clientId: string }>`
    select client_id as "clientId" from orders where state = 'delivered'`);
  await db.close();
  const there = new Set(rows.map((row) => row.clientId));
  const before = placed.filter(({ ackedMs = Number.POSITIVE_INFINITY }) => ackedMs < pointMs);
  const after = placed.filter(({ sentMs }) => sentMs > pointMs);
  const lost = before.filter(({ clientId }) => !there.has(clientId)).length;
  const late = after.filter(({ clientId }) => there.has(clientId)).length;
  const told = `${before.length} orders acknowledged before the point, ${lost} lost; ${after.length} sent after it, ${late} there`;
  return { told, good: lost === 0 && late === 0 && before.length > 0 && after.length > 0 };
}

async function commands(world: Killable, env: Readonly<Record<string, string>>) {
  for (const words of [['doctor'], ['ledger', 'verify']]) {
    const { code, said } = await world.command(words, env);
    console.log(`${words.join(' ')}: exit code ${code}\n${said.trim()}`);
    if (code !== 0) throw new Error(`${words.join(' ')} is not good`);
  }
}

/** Destroys database and files, and brings them back to the point. */
function bringBack(place: Place, kept: string, point: string): void {
  const began = Date.now();
  const pid = Number(asPostgres(place, 'head', '-1', join(place.cluster, 'postmaster.pid')));
  process.kill(pid, 'SIGKILL');
  for (const folder of [place.cluster, place.files]) rmSync(folder, { recursive: true });
  backrest(place, '--type=time', `--target=${point}`, '--target-action=promote', 'restore');
  pgctl(place, 'start');
  while (psql(place, 'select pg_is_in_recovery()') !== 'f') spawnSync('sleep', ['0.2']);
  cpSync(kept, place.files, { recursive: true });
  console.log(`brought back in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** The drill; throws if anything is not as it was. `folder` must not be there yet, and is removed at the end. */
export async function restoreDrill(folder: string, port: number): Promise<string> {
  if (existsSync(folder)) throw new Error(`${folder} is there already`);
  const place = placeIn(folder, port);
  const kept = join(folder, 'files-copied');
  makeCluster(place);
  await prepareDatabase({ url: place.url, ownerUrl: undefined }, makeLog('silent'));
  const world = await openKillable(place.url);
  const more = { DATA_DIR: place.files };
  try {
    const life = await world.live(more);
    const base = life.url + apiBase;
    await sendPapers(world, base);
    const shoppers = await buyers(world, base);
    await sleep(2_000);
    backrest(place, '--type=full', 'backup');
    await sleep(2_000);
    backrest(place, '--type=incr', 'backup');
    await sleep(2_000);
    const point = psql(place, 'select clock_timestamp()');
    const pointMs = Date.parse(point.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    await sleep(2_000);
    cpSync(place.files, kept, { recursive: true });
    psql(place, 'select pg_switch_wal()');
    backrest(place, 'check');
    const stopping = shoppers.stop();
    await life.kill();
    await stopping;
    bringBack(place, kept, point);
    const { told, good } = await problemsAt(place.url, shoppers.placed, pointMs);
    if (!good) throw new Error(told);
    await commands(world, more);
    const again = await buyers(world, (await world.live(more)).url + apiBase);
    while (again.placed.filter(({ ackedMs }) => ackedMs).length < 3) await sleep(50);
    await again.stop();
    return told;
  } finally {
    await world.close();
    pgctl(place, 'stop', '-m', 'immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder, port] = process.argv;
  const fresh = `${tmpdir()}/giftlane-restore-${process.pid}`;
  console.log(await restoreDrill(folder ?? fresh, Number(port ?? (await freePort()))));
  process.exit(0);
}
