/** pgbench running the shop's writes as database functions: the most this database can do alone. */
import { writeFile } from 'node:fs/promises';
import { amounts } from './load/shoppers.ts';
import { output } from './processes.ts';
import { cards, clients, members } from './section.ts';
import type { BenchDatabase } from './stage.ts';

const scripts = {
  order: `\\set member random(1, ${members})
\\set card random(1, ${cards})
select bench_order('mem_bench' || lpad((:member)::text, 7, '0'),
  'card_bench' || lpad((:card)::text, 6, '0') || 'a', 2500, ${amounts.serviceChargeMinor},
  ${amounts.discountMinor}, ${amounts.cashbackMinor});
`,
  send: `\\set from random(1, ${members})
\\set to 1 + (:from + random(1, ${members} - 1) - 1) % ${members}
select bench_count('permits ', :from);
select bench_permit(:from, 'send', null) as permit \\gset
select bench_send(:from, :to, 1, :permit);
`,
  add: `\\set member 1 + random(0, ${Math.floor(members / clients)} - 1) * ${clients} + :client_id
select id, bench_permit(:member, 'add', id) as permit from bench_add_begin(:member, 500) as begun (id) \\gset
select bench_add_tie(:member, :id);
select bench_add_name(:member, :id);
select bench_add_claim(:member, :id);
select bench_add_record(:member, :id, 500);
select bench_spend(:permit, jsonb_build_object('input', :id::text, 'amountMinor', '500', 'currency', 'usd'));
`,
};

async function pgbench(args: readonly string[]): Promise<number> {
  const said = await output('pgbench', ['-n', '-c', String(clients), '-j', '2', ...args]);
  const failed = /number of failed transactions: (\d+)/.exec(said)?.[1] ?? '0';
  const tps = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  if (failed !== '0' || !Number.isFinite(tps)) throw new Error(`pgbench is void: ${said}`);
  return tps;
}

const wholeSeconds = (runMs: number) => String(Math.max(1, Math.round(runMs / 1000)));

/** Creates the tables of pgbench's built-in scripts. */
export async function prepareSimpleUpdate({ ownerUrl }: BenchDatabase): Promise<void> {
  await output('pgbench', ['-i', '-q', '-s', '20', ownerUrl]);
}

/** Transactions per second of pgbench's `simple-update`, as the speed of this machine's database. */
export function simpleUpdate({ ownerUrl }: BenchDatabase, runMs: number): Promise<number> {
  return pgbench(['-N', '-T', wholeSeconds(runMs), ownerUrl]);
}

/**
 * pgbench opens new connections for each run, and those are slow until their plans are cached: a run of five
 * seconds is a sixth slower than one of fifteen. The shop's connections are long open.
 */
const timesAsLong = 3;

/** Transactions per second of an action's writes, with as many clients as the shop has. */
export async function yardstick(
  { ownerUrl }: BenchDatabase,
  deed: keyof typeof scripts,
  { folder, runMs }: { folder: string; runMs: number },
): Promise<number> {
  const file = `${folder}/${deed}.pgbench`;
  await writeFile(file, scripts[deed]);
  return pgbench(['-M', 'prepared', '-T', wholeSeconds(timesAsLong * runMs), '-f', file, ownerUrl]);
}
