/**
 * `npm run test:cluster [-- --rounds=20 --minutes=18 --keep]`: the shop on many processes, with each part killed, frozen
 * and cut off while buyers go on. No further fault begins after so many minutes. `--keep` leaves the logs.
 * `npm run test:cluster -- --journeys [e2e/orders …]`: the browser's tests on that database instead, a server killed in each.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox } from '@giftlane/sandbox/sandbox.ts';
import { openShop, type Shop } from '../../apps/server/src/app.ts';
import { verifyLedger } from '../../apps/server/src/ledger/verify.ts';
import { sql } from '../../apps/server/src/platform/db/db.ts';
import { tryLock } from '../../apps/server/src/platform/db/lock.ts';
import { readConfig } from '../../apps/server/src/platform/process/config.ts';
import { minutes, seconds } from '../../apps/server/src/platform/process/durations.ts';
import { freePort } from '../../tools/free-port.ts';
import { buyInBrowser } from './browser.ts';
import { type Buyers, sendBuyers } from './buyers.ts';
import { type Cluster, type Fault, faults } from './faults.ts';
import { runJourneys } from './journeys.ts';
import { makeMachines, removeMachines } from './machine.ts';
import { install } from './packages.ts';
import { makeDatabase, type Parts, startParts } from './parts.ts';
import { startSwift } from './s3.ts';
import { officeAddresses, shopAddresses, shopEnv, startProcesses } from './shop.ts';
import { type Watch, watchPages } from './watch.ts';

/** Longest time without an acknowledged order, and without a page. */
const [mostGapMs, mostPageGapMs] = [seconds(30), seconds(3)];

const { values: wish, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '18' },
    keep: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const began = performance.now();
const passed = () => `${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s`;
const say = (text: string) => console.log(`${passed()}  ${text}`);

/** Cleanups, run in reverse order, whatever happens. */
const ends: (() => unknown)[] = [];
let ending: Promise<void> | undefined;
function end(): Promise<void> {
  ending ??= (async () => {
    for (let last = ends.pop(); last; last = ends.pop())
      await Promise.resolve(last()).catch((error: unknown) => console.error(error));
  })();
  return ending;
}

/** Starts everything below the shop. */
async function openParts(folder: string): Promise<Parts> {
  ends.push(removeMachines);
  const machines = makeMachines(['db1', 'db2']);
  const parts = startParts(folder, machines, {
    ports: { shop: await freePort(), office: await freePort() },
    ...{ shops: shopAddresses, offices: officeAddresses, patroni },
  });
  const { nodes, witness, pgbouncer, haproxy } = parts;
  const services = [...nodes.flatMap((node) => node.services), witness, pgbouncer, haproxy];
  ends.push(() => Promise.all(services.map((service) => service.stop())));
  makeDatabase(folder, (await parts.settled()).primary);
  say('Patroni, etcd, HAProxy and PgBouncer run');
  return parts;
}

async function openCluster(folder: string): Promise<Cluster & { shop: Shop }> {
  const sandbox = await startSandbox({ rateDays: 3, coinBlockMs: seconds(10) });
  ends.push(sandbox.close);
  const parts = await openParts(folder);
  const s3 = await startSwift({ port: 8480, folder: join(folder, 'swift') });
  ends.push(s3.stop);
  say('Swift serves S3');
  const outside = { parts, sandbox, s3 };
  const processes = startProcesses(folder, outside);
  const all = [...processes.servers, ...processes.workers, processes.signer];
  ends.push(() => Promise.all(all.map((service) => service.stop())));
  sandbox.setWebhookUrl(`${parts.url}/api/v1/webhooks/paypal`);
  await processes.ready();
  say(`three servers, two workers and a signer run: ${parts.url}`);
  const env = { ...shopEnv(folder, outside), LOG_LEVEL: 'silent' };
  mkdirSync(env.DATA_DIR);
  const shop = await openShop(readConfig(env));
  ends.push(shop.close);
  return { parts, processes, shop };
}

interface Tally {
  rounds: number;
  longestMs: number;
  gapMs: number;
  orders: number;
}

/** Commits one fault, and waits until orders come in again. */
async function commit(fault: Fault, cluster: Cluster, { buyers, round, tally }: Commission) {
  const [fromMs, before] = [performance.now(), buyers.promised];
  await fault.run(cluster, round);
  const whole = buyers.promised;
  for (const deadline = Date.now() + minutes(2); buyers.promised < whole + 10; await sleep(50))
    if (Date.now() > deadline) throw new Error(`${fault.name}: no ten orders within two minutes`);
  const [tookMs, gapMs] = [performance.now() - fromMs, buyers.gapSince(fromMs)];
  tally.rounds += 1;
  tally.longestMs = Math.max(tally.longestMs, tookMs);
  tally.gapMs = Math.max(tally.gapMs, gapMs);
  tally.orders += buyers.promised - before;
  const figures = `${(tookMs / 1000).toFixed(1)} s, longest gap ${(gapMs / 1000).toFixed(1)} s`;
  say(`round ${round + 1}: ${fault.name}: ${figures}`);
}

interface Commission {
  readonly buyers: Buyers;
  readonly round: number;
  readonly tally: Tally;
}

/** What is wrong while the shop goes on. */
async function problemsNow(shop: Shop, buyers: Buyers): Promise<string[]> {
  const { problems } = await verifyLedger(shop.db, shop.invariants);
  return [
    ...(await buyers.lost()),
    ...buyers.shownTwice(),
    ...problems.map(({ rule, breach }) => `${rule}: ${breach}`),
  ];
}

/** Lines with several codes, and codes that were looked at by somebody else than their owner. */
const codesTwice = ({ db }: Shop) =>
  db.rows(sql<{ problem: string }>`
    select 'line ' || line_id || ' has ' || count(*) || ' codes' as problem from codes
    where line_id is not null group by line_id having count(*) <> 1
    union all
    select 'code ' || r.code_id || ' was shown to ' || r.member_id from code_reveals r
    join codes c on c.id = r.code_id where c.member_id is distinct from r.member_id limit 20`);

async function runFaults(cluster: Cluster & { shop: Shop }, buyers: Buyers) {
  const tallies = new Map(faults.map((f) => [f, { rounds: 0, longestMs: 0, gapMs: 0, orders: 0 }]));
  const problems: string[] = [];
  const over = () => performance.now() - began > minutes(Number(wish.minutes));
  for (let round = 0; round < Number(wish.rounds) && !over(); round += 1) {
    for (const [fault, tally] of tallies)
      if (!over() && !ending) await commit(fault, cluster, { buyers, round, tally });
    if (round % 5 === 4) problems.push(...(await problemsNow(cluster.shop, buyers)));
    if (problems.length > 0) break;
  }
  return { tallies, problems };
}

/** Prints what came of it; returns what does not hold. */
function judge(tallies: ReadonlyMap<Fault, Tally>, watch: Watch): string[] {
  const found: string[] = [];
  for (const [{ name }, { rounds, longestMs, gapMs, orders }] of tallies) {
    const good = rounds > 0 && gapMs <= mostGapMs;
    if (!good) found.push(`${name}: ${rounds} rounds, ${gapMs} ms without an order`);
    const [gap, whole] = [gapMs, longestMs].map((ms) => (ms / 1000).toFixed(1).padStart(5));
    console.log(
      `${name.padEnd(28)} ${String(rounds).padStart(3)} rounds, longest gap ${gap} s, whole again within ${whole} s, ${String(orders).padStart(6)} orders: ${good ? 'good' : 'BAD'}`,
    );
  }
  const { asked, failed, longestGapMs, slowestMs } = watch;
  if (longestGapMs > mostPageGapMs) found.push(`${longestGapMs} ms without a page`);
  for (const line of failed.slice(0, 20)) console.log(`  ${line}`);
  console.log(
    `${asked} pages, ${failed.length} failed, longest gap ${Math.round(longestGapMs)} ms, slowest ${Math.round(slowestMs)} ms`,
  );
  return found;
}

async function prove(folder: string): Promise<readonly string[]> {
  const cluster = await openCluster(folder);
  const habits = { buyers: 8, codes: 40_000, pauseMs: 300 };
  const buyers = await sendBuyers(cluster.shop, cluster.parts.url, habits);
  const watch = watchPages(cluster.parts.url, ['/', `/gift-cards/${buyers.brandId}`]);
  while (buyers.promised < 20) await sleep(100);
  say('buyers buy');
  const { tallies, problems } = await runFaults(cluster, buyers);
  await buyInBrowser(cluster).then(
    () => say('bought in Chromium while each server was killed once'),
    (error: unknown) => problems.push(`in Chromium: ${error}`),
  );
  const { status } = await fetch(cluster.parts.officeUrl);
  if (status !== 200) problems.push(`the office answered ${status}`);
  await watch.stop();
  problems.push(...(await buyers.close()));
  say(`${buyers.promised} orders acknowledged, ${buyers.repeated} requests repeated`);
  problems.push(...(await problemsNow(cluster.shop, buyers)));
  problems.push(...(await codesTwice(cluster.shop)).map(({ problem }) => problem));
  say(`ledger verified; ${buyers.seen.codes} codes seen, ${buyers.seen.sessions} signed in`);
  return [...problems, ...judge(tallies, watch)];
}

/** Proofs of their own, run where they are once the cluster is down: each exits with 0 if it holds. */
const drills = ['restore-drill.ts', 'turn-keys.ts'];

const patroni = install();
const lock = tryLock(join(tmpdir(), 'giftlane-cluster.lock'));
if (!lock) throw new Error('test:cluster already runs on this machine');
removeMachines();
// In memory where that is possible: no fault here takes the power away, and a busy disk would be what is measured.
const folder = mkdtempSync(
  join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'giftlane-cluster-'),
);
chmodSync(folder, 0o755);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () =>
    end().then(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(1);
    }),
  );
const proof = wish.journeys
  ? openParts(folder).then((parts) => runJourneys(parts, positionals))
  : prove(folder);
const problems = [...(await proof.catch((error: unknown) => [String(error)]))];
await end();
if (wish.keep || problems.length > 0) console.log(`Logs: ${folder}`);
else rmSync(folder, { recursive: true, force: true });
for (const drill of wish.journeys ? [] : drills) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, drill)], {
    stdio: 'inherit',
  });
  if (status !== 0) problems.push(`${drill} ended with ${status}`);
}
for (const problem of problems) console.log(`BAD  ${problem}`);
say(problems.length === 0 ? 'all of it holds' : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
