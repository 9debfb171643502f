/** pgbench running what an order writes as one function: the most this database can do on its own. */
import { writeFile } from 'node:fs/promises';
import { amounts } from './load/shoppers.ts';
import { output } from './processes.ts';
import { cards, clients, members } from './section.ts';
import type { BenchDatabase } from './stage.ts';

const script = `\\set member random(1, ${members})
\\set card random(1, ${cards})
select bench_order('mem_bench' || lpad((:member)::text, 7, '0'),
  'card_bench' || lpad((:card)::text, 6, '0') || 'a', 2500, ${amounts.serviceChargeMinor},
  ${amounts.discountMinor}, ${amounts.cashbackMinor});
`;

async function pgbench(args: readonly string[]): Promise<number> {
  const said = await output('pgbench', ['-n', '-c', String(clients), '-j', '2', ...args]);
  const failed = /number of failed transactions: (\d+)/.exec(said)?.[1] ?? '0';
  const tps = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  if (failed !== '0' || !Number.isFinite(tps)) throw new Error(`pgbench is void: ${said}`);
  return tps;
}

const wholeSeconds = (runMs: number) => String(Math.max(1, Math.round(runMs / 1000)));

/** Makes the tables of pgbench's own scripts. */
export async function prepareSimpleUpdate({ url }: BenchDatabase): Promise<void> {
  await output('pgbench', ['-i', '-q', '-s', '20', url]);
}

/** How fast this machine's database is: pgbench's `simple-update`, transactions per second. */
export function simpleUpdate({ url }: BenchDatabase, runMs: number): Promise<number> {
  return pgbench(['-N', '-T', wholeSeconds(runMs), url]);
}

/** Orders per second of the function at as many clients as the shop has. */
export async function yardstick(
  { url }: BenchDatabase,
  { folder, runMs }: { folder: string; runMs: number },
): Promise<number> {
  const file = `${folder}/order.pgbench`;
  await writeFile(file, script);
  return pgbench(['-M', 'prepared', '-T', wholeSeconds(runMs), '-f', file, url]);
}
