/** Fills a database with a shop of any size; both sides of the machine work at it (`bench/sql/scale.sql`). */
import { type Db, sql } from '../apps/server/src/platform/db/db.ts';

/** How many of each there are; every member bought equally often, so `members` divides `orders`. */
export interface ShopSize {
  readonly orders: number;
  readonly members: number;
  readonly brands: number;
  /** Sold ones, one an order, and free ones of the first card of each brand. */
  readonly codes: number;
}

const sessions = 2;
const pastDays = 300;

/** Runs the work in so many sessions at a time, in the order given. */
async function together(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...works];
  const one = async () => {
    for (let work = waiting.shift(); work; work = waiting.shift()) await work();
  };
  await Promise.all(Array.from({ length: sessions }, one));
}

/** Ranges of whole chunks of numbers `from` to `to`, a few for each session. */
function ranges(from: number, to: number): (readonly [number, number])[] {
  const chunk = 20_000;
  const each = Math.max(1, Math.ceil((to - from + 1) / chunk / sessions / 4)) * chunk;
  const count = Math.max(0, Math.ceil((to - from + 1) / each));
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * each;
    return [start, Math.min(to, start + each - 1)] as const;
  });
}

/**
 * Fills an empty, migrated database that has the functions of `bench/sql`, as its owner. Nobody else may use it
 * meanwhile: triggers, indexes and keys are off. Returns the seconds that each part took.
 */
export async function fillShop(db: Db, size: ShopSize): Promise<Record<string, number>> {
  const { orders, members, brands, codes } = size;
  if (orders % members !== 0) throw new Error(`${members} members can not share ${orders} orders`);
  const took: Record<string, number> = {};
  const timed = async (part: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    took[part] = (performance.now() - began) / 1000;
  };
  const { accounts, began } = await db.one(sql<{ accounts: bigint; began: string }>`
    select max(id) as accounts, (now() - interval '1 day' * ${pastDays}::int)::text as began
    from ledger_accounts`);
  const past = `${accounts}, timestamptz '${began}'`;
  const apart = `interval '${(pastDays * 86_400) / (orders + 1)} seconds'`;
  await timed('rows', async () => {
    await db.script(`select bench_brands(${brands}); select bench_strip()`);
    const parts = [
      ...ranges(1, members).map(
        ([a, b]) => `call bench_scale_members(${a}, ${b}, ${orders / members}, ${past})`,
      ),
      ...ranges(1, orders).map(
        ([a, b]) => `call bench_scale_orders(${a}, ${b}, ${members}, ${brands}, ${past}, ${apart})`,
      ),
      ...ranges(orders + 1, codes).map(([a, b]) => `call bench_scale_codes(${a}, ${b}, ${brands})`),
    ];
    await together(parts.map((part) => () => db.script(part)));
    await db.script('select bench_scale_numbers()');
  });
  await timed('indexes', async () => {
    const { tables } = await db.one(sql<{ tables: string[] }>`select bench_filled() as tables`);
    await together(tables.map((table) => () => db.script(`select bench_rebuild('${table}')`)));
    await db.script('select bench_rebuild(null)');
  });
  await timed('vacuum', () => db.script('vacuum analyze'));
  return took;
}
