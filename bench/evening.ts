/** A busy evening: purchases at full speed, while a worker runs their jobs and mails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { cards, type Figure, filledDatabase, load, type Section, say } from './section.ts';
import type { BenchDatabase } from './stage.ts';

/** More than such a shop sells in the time, so that no import of codes disturbs the run. */
const codesASecond = 1_500;
const looks = 30;

interface Look {
  /** Number of jobs not done. */
  readonly waiting: number;
  /** Age of the oldest of them, in seconds. */
  readonly oldest: number;
}

const look = ({ db }: BenchDatabase): Promise<Look> =>
  db.one(sql<Look>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest from jobs`);

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

export const evening: Section = async (stage, scale): Promise<Figure[]> => {
  const database = await filledDatabase(stage, 'giftlane_evening', { brands: 1_200 });
  const runMs = scale.eveningMs;
  say('loading codes');
  await database.db.script(
    `select bench_codes(${cards}, ${Math.ceil((codesASecond * runMs) / 1_000 / cards)})`,
  );
  await database.db.script('vacuum analyze codes');
  const shop = await stage.shop(database);
  const worker = await stage.worker(database);
  await load(shop, 'purchase', { warmUpMs: 0, runMs: scale.warmUpMs });
  const shopping = load(shop, 'purchase', { warmUpMs: 0, runMs });
  const seen: Look[] = [];
  for (let i = 0; i < looks; i += 1) {
    await sleep(runMs / looks);
    seen.push(await look(database));
    const { waiting = 0, oldest = 0 } = seen.at(-1) ?? {};
    say(`${waiting} jobs wait, the oldest for ${oldest.toFixed(1)} s`);
  }
  const { done, perSecond, p99Ms } = await shopping;
  const ended = performance.now();
  while ((await look(database)).waiting > 0) await sleep(100);
  const restSeconds = (performance.now() - ended) / 1_000;
  await Promise.all([shop.stop(), worker.stop()]);
  const problems = await stage.verify(database);
  await database.close();
  if (problems.length > 0) throw new Error(`the books are wrong: ${problems.join('; ')}`);
  const third = looks / 3;
  const waited = seen.map(({ waiting }) => waiting);
  const [middle, last] = [mean(waited.slice(third, 2 * third)), mean(waited.slice(-third))];
  const oldest = Math.max(...seen.map((one) => one.oldest));
  // A difference of one second of purchases is noise, not a growing backlog.
  const level = last <= middle + perSecond;
  return [
    { name: 'whole purchases a second, with their jobs', value: perSecond.toFixed(0), wanted: '' },
    { name: 'their p99, ms', value: p99Ms.toFixed(0), wanted: '' },
    {
      name: `jobs waiting over ${Math.round(runMs / 1_000)} s and ${done} purchases: second third, last third`,
      value: `${middle.toFixed(0)}, ${last.toFixed(0)}`,
      wanted: 'level',
      met: level,
    },
    {
      name: 'the oldest that waited, s',
      value: oldest.toFixed(1),
      wanted: 'under 60',
      met: oldest < 60,
    },
    { name: 'until the last mail was out, s', value: restSeconds.toFixed(1), wanted: '' },
  ];
};
