/** What every section of the benchmark is given and answers. */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../apps/server/src/platform/db/db.ts';
import type { LoadPlan, LoadResult } from './load/main.ts';
import type { Deed } from './load/shoppers.ts';
import { output } from './processes.ts';
import type { BenchDatabase, BenchShop, Stage } from './stage.ts';

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** What was wanted, in words; empty when nothing was. */
  readonly wanted: string;
  /** Whether it was reached; absent when nothing was wanted. */
  readonly met?: boolean;
}

export interface Scale {
  readonly quick: boolean;
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** How long a busy evening is. */
  readonly eveningMs: number;
  /** Past orders of the large shop. */
  readonly pastOrders: number;
  /** Movements of the busy wallet. */
  readonly pastMoves: number;
  readonly manyBrands: number;
}

export const scaleOf = (quick: boolean): Scale =>
  quick
    ? {
        quick,
        rounds: 1,
        warmUpMs: 500,
        roundMs: 1_000,
        eveningMs: 6_000,
        pastOrders: 5_000,
        pastMoves: 20_000,
        manyBrands: 1_000,
      }
    : {
        quick,
        rounds: 7,
        warmUpMs: 6_000,
        roundMs: 5_000,
        eveningMs: 600_000,
        pastOrders: 1_000_000,
        pastMoves: 1_000_000,
        manyBrands: 10_000,
      };

/** A line of progress: what takes minutes says that it goes on. */
export const say = (what: string): void => console.log(`  … ${what}`);

export type Section = (stage: Stage, scale: Scale) => Promise<Figure[]>;

export const clients = 16;
export const members = 1_000;
/** Cards that are bought: the first of as many brands. */
export const cards = 100;
const eachCard = 1_000;

const here = import.meta.dirname;
let run = 0;

/** Sends shoppers to a shop and answers how fast they were served; any wrong reply is an error. */
export async function load(
  shop: BenchShop,
  deed: Deed,
  { warmUpMs, runMs, member }: { warmUpMs: number; runMs: number; member?: number },
): Promise<LoadResult> {
  run += 1;
  const plan: LoadPlan = {
    port: shop.port,
    providerPort: shop.providerPort,
    providerLogin: shop.providerLogin,
    deed,
    clients,
    members,
    ...(member !== undefined && { member }),
    cards,
    run: `${Date.now().toString(36)}${run}`,
    warmUpMs,
    runMs,
  };
  const said = await output(process.execPath, [`${here}/load/main.ts`, JSON.stringify(plan)]);
  return JSON.parse(said) as LoadResult;
}

/** Makes sure that every card has enough codes for a round, and that the planner knows. */
export async function refill({ db }: BenchDatabase): Promise<void> {
  const { fewest } = await db.one(sql<{ fewest: number }>`
    select coalesce(min(free), 0)::int as fewest from (
      select (select count(*) from codes where card_id = 'card_bench' || lpad(n::text, 6, '0') || 'a'
        and state = 'free') as free from generate_series(1, ${cards}) n) counted`);
  if (fewest < eachCard) await db.script(`select bench_codes(${cards}, ${eachCard})`);
  await db.script('vacuum analyze codes');
}

/** A database with brands, members with money and a session, and codes. */
export async function filledDatabase(
  stage: Stage,
  name: string,
  { brands }: { brands: number },
): Promise<BenchDatabase> {
  const database = await stage.database(name);
  await database.db.script(`select bench_brands(${brands})`);
  await database.db.script(`select bench_members(1, ${members}, 1000000000)`);
  await refill(database);
  // Its buyers are new and buy thousands in one session, which bounds on theft and on hoarding would refuse.
  await database.db.script(`
    update site_options set value = '100000000' where name = 'wallet_purchases_without_password';
    update site_options set value = '100' where name = 'unpaid_share_of_card_new'`);
  await database.db.script('vacuum analyze');
  return database;
}

const restful = 0.5;
const longestRestMs = 180_000;

/** Waits until the machine is at rest, but not for ever; answers its load average. */
export async function quietly(patient: boolean): Promise<string> {
  const end = performance.now() + (patient ? longestRestMs : 0);
  for (;;) {
    const [load = 0] = loadavg();
    if (load < restful || performance.now() > end) return load.toFixed(2);
    await sleep(2_000);
  }
}
