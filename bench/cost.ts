/** What a purchase costs: processor time of each process, rows, bytes of WAL and of tables. `plan.ts` reckons with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { type Figure, filledDatabase, load, refill, type Section, say } from './section.ts';
import type { BenchDatabase } from './stage.ts';

/** Of Linux. */
const tickMs = 10;

/** Fields of `/proc/PID/stat` from the third; the second may hold blanks. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** Processor time of a process, in ms; of its ended children, too, if wanted. */
function processorMs(pid: number, { ended = false } = {}): number {
  const [user, system, endedUser, endedSystem] = statOf(pid).slice(11, 15).map(Number);
  const own = (user ?? 0) + (system ?? 0);
  return tickMs * (ended ? own + (endedUser ?? 0) + (endedSystem ?? 0) : own);
}

/** Processor time of PostgreSQL: the postmaster, its children, and those that ended. */
function postgresMs(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === postmaster;
    } catch {
      return false;
    }
  });
  return children.reduce(
    (sum, child) => sum + processorMs(Number(child)),
    processorMs(postmaster, { ended: true }),
  );
}

interface Counts {
  readonly wal: bigint;
  readonly bytes: bigint;
  readonly rows: bigint;
  readonly jobs: number;
  readonly pid: number;
}

const counts = ({ db }: BenchDatabase): Promise<Counts> =>
  db.one(sql<Counts>`
    select (pg_current_wal_lsn() - '0/0')::bigint as wal, pg_database_size(current_database()) as bytes,
      (select sum(n_tup_ins)::bigint from pg_stat_user_tables) as rows,
      (select count(*)::int from jobs) as jobs, pg_backend_pid() as pid`);

const unsigned = (value: number) => value.toFixed(2);

export const cost: Section = async (stage, scale): Promise<Figure[]> => {
  const database = await filledDatabase(stage, 'giftlane_cost', { brands: 1_200 });
  await database.db.script('select bench_codes(100, 2000)');
  const shop = await stage.shop(database);
  const worker = await stage.worker(database);
  await load(shop, 'purchase', { warmUpMs: 0, runMs: scale.warmUpMs });
  await refill(database);
  const { pid } = await counts(database);
  const postmaster = Number(statOf(pid)[1]);
  const spent = () => ({
    server: processorMs(shop.pid),
    worker: processorMs(worker.pid),
    postgres: postgresMs(postmaster),
  });
  const rested = async () => {
    while ((await counts(database)).jobs > 0) await sleep(200);
    // Statistics of the tables are some seconds late.
    await sleep(2_000);
    return counts(database);
  };
  const before = await rested();
  const spentBefore = spent();
  say('buying');
  const { done } = await load(shop, 'purchase', { warmUpMs: 0, runMs: scale.roundMs * 4 });
  const after = await rested();
  const spentAfter = spent();
  await Promise.all([shop.stop(), worker.stop()]);
  await database.close();
  const each = (name: keyof typeof spentBefore): Figure => ({
    name: `processor time of a purchase, ms: ${name}`,
    value: unsigned((spentAfter[name] - spentBefore[name]) / done),
    wanted: '',
  });
  const per = (name: string, total: bigint): Figure => ({
    name: `${name} of a purchase`,
    value: (Number(total) / done).toFixed(0),
    wanted: '',
  });
  return [
    each('server'),
    each('worker'),
    each('postgres'),
    per('bytes of WAL', after.wal - before.wal),
    per('bytes of tables and indexes', after.bytes - before.bytes),
    per('rows inserted', after.rows - before.rows),
  ];
};
