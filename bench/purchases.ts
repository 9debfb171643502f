/** Whole purchases: add to the cart, read the cart, order; then the backlog of their jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { type Figure, filledDatabase, load, refill, type Section, say } from './section.ts';
import { type BenchDatabase, type Stage, versionOf } from './stage.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';
import { prepareSimpleUpdate, simpleUpdate } from './yardstick.ts';

const wantedPace = 700;
/** Transactions per second of `simple-update` on the machine that the target was set for. */
const paceThere = 8_800;

async function waiting({ db }: BenchDatabase): Promise<number> {
  const { jobs } = await db.one(sql<{ jobs: number }>`select count(*)::int as jobs from jobs`);
  return jobs;
}

const longestDrainMs = 30 * 60_000;

/** Starts a worker on the backlog and waits until it is empty. */
async function drain(stage: Stage, database: BenchDatabase) {
  const jobs = await waiting(database);
  const began = performance.now();
  const worker = await stage.worker(database);
  while ((await waiting(database)) > 0) {
    if (performance.now() - began > longestDrainMs) throw new Error('the backlog is not drained');
    await sleep(100);
  }
  const seconds = (performance.now() - began) / 1000;
  await worker.stop();
  return { jobs, seconds };
}

/** Purchases relative to the speed of this machine's database, as machines differ. */
function machineFigures(pace: readonly number[], updates: readonly number[]): Figure[] {
  const share = spreadOf(pace.map((value, i) => value / (updates[i] ?? Number.NaN)));
  const wantedShare = wantedPace / paceThere;
  return [
    {
      name: 'pgbench simple-update on this machine, a second',
      value: asCount(spreadOf(updates)),
      wanted: '',
    },
    {
      name: 'whole purchases, of simple-update',
      value: asPercent(share),
      wanted: `at least ${(wantedShare * 100).toFixed(1)} %: ${wantedPace} where simple-update does ${paceThere}`,
      met: share.median >= wantedShare,
    },
  ];
}

export const purchases: Section = async (stage, scale): Promise<Figure[]> => {
  const database = await filledDatabase(stage, 'giftlane_purchases', { brands: 1_200 });
  const shop = await stage.shop(database);
  const { warmUpMs, roundMs: runMs } = scale;
  await load(shop, 'purchase', { warmUpMs: 0, runMs: warmUpMs });
  const compare = (await versionOf('pgbench')) !== undefined;
  if (compare) await prepareSimpleUpdate(database);
  const pace: number[] = [];
  const updates: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < scale.rounds; round += 1) {
    say(`round ${round + 1} of ${scale.rounds}`);
    await refill(database);
    const { perSecond, p99Ms } = await load(shop, 'purchase', { warmUpMs: 500, runMs });
    pace.push(perSecond);
    slowest.push(p99Ms);
    if (compare) updates.push(await simpleUpdate(database, runMs));
  }
  await shop.stop();
  say('draining the backlog');
  const { jobs, seconds } = await drain(stage, database);
  const problems = await stage.verify(database);
  await database.close();
  if (problems.length > 0) throw new Error(`the books are wrong: ${problems.join('; ')}`);
  const spread = spreadOf(pace);
  return [
    {
      name: 'whole purchases a second (3 requests each)',
      value: asCount(spread),
      wanted: 'at least 700',
      met: spread.median >= wantedPace,
    },
    ...(compare ? machineFigures(pace, updates) : []),
    { name: 'their p99, ms', value: asCount(spreadOf(slowest)), wanted: '' },
    {
      name: 'job backlog drained, with its mails',
      value: `${jobs} jobs in ${seconds.toFixed(1)} s (${(jobs / seconds).toFixed(0)} a second)`,
      wanted: 'timed',
    },
  ];
};
