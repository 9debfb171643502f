/** Compares the speed of a large shop with that of a small one, and measures the server's memory. */
import type { Deed } from './load/shoppers.ts';
import { residentMb } from './processes.ts';
import {
  type Figure,
  filledDatabase,
  load,
  refill,
  type Scale,
  type Section,
  say,
} from './section.ts';
import type { BenchDatabase, Stage } from './stage.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';

const tolerated = 0.15;
const wantedMb = 300;
const atOnce = 1_000;
const pastMembers = 20_000;

interface Size {
  readonly name: string;
  readonly brands: number;
  readonly orders: number;
}

/** Adds past orders in many transactions, as they arise in reality, then updates the statistics. */
export async function addPast(
  { db }: BenchDatabase,
  { orders, brands, buyers }: { orders: number; brands: number; buyers: number },
): Promise<void> {
  if (buyers > 1_000) await db.script(`select bench_members(1001, ${buyers}, 1000000000)`);
  for (let from = 1; from <= orders; from += atOnce)
    await db.script(
      `select bench_past_orders(${from}, ${Math.min(orders, from + atOnce - 1)}, ${buyers}, ${brands})`,
    );
  await db.script('vacuum analyze');
}

async function open(stage: Stage, size: Size) {
  say(`making the ${size.name} shop: ${size.brands} brands, ${size.orders} past orders`);
  const database = await filledDatabase(stage, `giftlane_${size.name}`, size);
  const buyers = Math.min(pastMembers, Math.max(1_000, size.orders / 10));
  await addPast(database, { ...size, buyers });
  return { ...size, database, pace: { order: [] as number[], purchase: [] as number[] }, mb: 0 };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** One round of one size: a fresh server with warm-up; orders, then purchases. */
async function round(stage: Stage, one: Opened, { warmUpMs, roundMs }: Scale): Promise<void> {
  say(`round of the ${one.name} shop`);
  await refill(one.database);
  const shop = await stage.shop(one.database);
  for (const deed of ['order', 'purchase'] satisfies Deed[]) {
    const { perSecond } = await load(shop, deed, { warmUpMs, runMs: roundMs });
    one.pace[deed].push(perSecond);
  }
  one.mb = Math.max(one.mb, residentMb(shop.pid));
  await shop.stop();
}

function compared(
  what: string,
  deed: keyof Opened['pace'],
  [small, large]: readonly [Opened, Opened],
): Figure {
  const share = spreadOf(large.pace[deed].map((v, i) => v / (small.pace[deed][i] ?? Number.NaN)));
  return {
    name: `${deed === 'order' ? 'wallet orders' : 'whole purchases'}, ${what}`,
    value: `${asPercent(share)}; ${asCount(spreadOf(large.pace[deed]))} a second`,
    wanted: 'within 15 % of the small shop',
    // Being faster is fine.
    met: share.median >= 1 - tolerated,
  };
}

export const flatness: Section = async (stage, scale): Promise<Figure[]> => {
  const brands = scale.manyBrands;
  const small = await open(stage, { name: 'small', brands: 100, orders: 1_000 });
  const wide = await open(stage, { name: 'wide', brands, orders: 1_000 });
  const old = await open(stage, { name: 'old', brands: 100, orders: scale.pastOrders });
  const all = [small, wide, old];
  for (let i = 0; i < scale.rounds; i += 1) for (const one of all) await round(stage, one, scale);
  const problems = (await Promise.all(all.map((one) => stage.verify(one.database)))).flat();
  for (const { database } of all) await database.close();
  if (problems.length > 0) throw new Error(`the books are wrong: ${problems.join('; ')}`);
  const more = `${brands} instead of 100 brands`;
  const older = `${scale.pastOrders} instead of 1000 past orders`;
  return [
    compared(more, 'order', [small, wide]),
    compared(more, 'purchase', [small, wide]),
    compared(older, 'order', [small, old]),
    compared(older, 'purchase', [small, old]),
    {
      name: `memory of the server under load, ${brands} brands`,
      value: `${wide.mb.toFixed(0)} MB`,
      wanted: 'under 300 MB',
      met: wide.mb < wantedMb,
    },
  ];
};
