/** Input and output of a section of the benchmark. */
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
  /** The target, in words; empty without one. */
  readonly wanted: string;
  /** True if the target was reached; absent without one. */
  readonly met?: boolean;
}

export interface Scale {
  readonly quick: boolean;
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** Duration of the busy evening. */
  readonly eveningMs: number;
  /** Past orders of the large shop. */
  readonly pastOrders: number;
  /** Movements of the busy wallet. */
  readonly pastMoves: number;
  readonly manyBrands: number;
}

/** `orders`: past orders of the large shop, if it shall not have as many as usual. */
export const scaleOf = (quick: boolean, orders?: number): Scale => ({
  ...(quick
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
      }),
  ...(orders !== undefined && { pastOrders: orders }),
});

/** Prints a line of progress. */
export const say = (what: string): void => console.log(`  … ${what}`);

export type Section = (stage: Stage, scale: Scale) => Promise<Figure[]>;

export const clients = 16;
export const members = 1_000;
/** Cards that shoppers buy, one of each of the first brands. */
export const cards = 100;
const eachCard = 1_000;

const here = import.meta.dirname;
let run = 0;

interface Run {
  readonly warmUpMs: number;
  readonly runMs: number;
  /** All clients act for this member alone. */
  readonly member?: number;
  /** The clients act for members 1 to this one, each as often. */
  readonly among?: number;
  /** More servers of the same shop. */
  readonly besides?: readonly BenchShop[];
}

/** Runs the load generator against a shop; throws on any wrong reply. */
export async function load(
  shop: BenchShop,
  deed: Deed,
  { warmUpMs, runMs, member, among = members, besides = [] }: Run,
): Promise<LoadResult> {
  run += 1;
  const plan: LoadPlan = {
    ports: [shop, ...besides].map(({ port }) => port),
    providerPort: shop.providerPort,
    providerLogin: shop.providerLogin,
    deed,
    clients,
    members: among,
    ...(member !== undefined && { member }),
    cards,
    run: `${Date.now().toString(36)}${run}`,
    warmUpMs,
    runMs,
  };
  const said = await output(process.execPath, [`${here}/load/main.ts`, JSON.stringify(plan)]);
  return JSON.parse(said) as LoadResult;
}

/** Ensures enough codes of every card for a round, and updates the planner's statistics. */
export async function refill({ db }: BenchDatabase): Promise<void> {
  const { fewest } = await db.one(sql<{ fewest: number }>`
    select coalesce(min(free), 0)::int as fewest from (
      select (select count(*) from codes where card_id = 'card_bench' || lpad(n::text, 6, '0') || 'a'
        and state = 'free') as free from generate_series(1, ${cards}) n) counted`);
  if (fewest < eachCard) await db.script(`select bench_codes(${cards}, ${eachCard})`);
  await db.script('vacuum analyze codes');
}

/** For new members that buy thousands in one session, who would hit the limits against theft and hoarding. */
export const raiseLimits = ({ db }: BenchDatabase): Promise<void> =>
  db.script(`
    update site_options set value = '100000000' where name = 'wallet_purchases_without_password';
    update site_options set value = '100' where name = 'unpaid_share_of_card_new'`);

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
  await raiseLimits(database);
  await database.db.script('vacuum analyze');
  return database;
}

const restful = 0.5;
const longestRestMs = 180_000;

/** Waits until the load is low, at most three minutes; returns the load average. */
export async function quietly(patient: boolean): Promise<string> {
  const end = performance.now() + (patient ? longestRestMs : 0);
  for (;;) {
    const [load = 0] = loadavg();
    if (load < restful || performance.now() > end) return load.toFixed(2);
    await sleep(2_000);
  }
}
