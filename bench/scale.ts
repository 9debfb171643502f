/**
 * A shop with many orders against one with ten thousand, in one run: pace, lists, searches, start and memory. Both have the
 * same brands, so that only what grew by selling tells. Then the large one with several servers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sealAll } from '../apps/server/src/ledger/seal.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import type { Deed } from './load/shoppers.ts';
import { type Desk, openDesk } from './office.ts';
import { residentMb } from './processes.ts';
import { fillShop, type ShopSize } from './scale-fill.ts';
import {
  type Figure,
  load,
  raiseLimits,
  refill,
  type Scale,
  type Section,
  say,
} from './section.ts';
import type { BenchDatabase, BenchShop, Stage } from './stage.ts';
import { asCount, asPercent, spreadOf } from './stats.ts';

const tolerated = 0.2;
const ordersEach = 10;
const few = 1_000;
/** Few: pages and bytes are counted, and a shop of this size is filled for minutes. */
const mostRounds = 3;
const serversAtOnce = [1, 2, 3];

const deeds = {
  order: 'wallet orders',
  purchase: 'whole purchases',
  orders: 'lists of a member’s orders',
  wallet: 'wallet pages',
} as const satisfies Partial<Record<Deed, string>>;
const deedNames = Object.keys(deeds) as (keyof typeof deeds)[];

/** What one of a deed costs, and what the database does beside it: little, unless others use the machine. */
interface Cost {
  /** Pages that PostgreSQL looked at. */
  readonly pages: number;
  readonly walKb: number;
}

interface Grown {
  readonly size: ShopSize;
  readonly database: BenchDatabase;
  readonly desk: Desk;
  readonly filledIn: string;
  readonly pace: Record<keyof typeof deeds, number[]>;
  /** Of as few members as the small shop has: their pages come to be in memory. */
  readonly paceOfFew: Record<keyof typeof deeds, number[]>;
  readonly cost: Record<keyof typeof deeds, Cost[]>;
  readonly startMs: number[];
  readonly searchMs: Map<string, number[]>;
  readonly serverMb: number[];
  workerMb: number;
}

async function make(stage: Stage, name: string, size: ShopSize): Promise<Grown> {
  say(`making the ${name} shop: ${size.orders} orders, ${size.members} members`);
  const database = await stage.database(`giftlane_scale_${name}`);
  const took = await fillShop(database.db, size);
  const began = performance.now();
  await sealAll(database.db);
  took.seals = (performance.now() - began) / 1000;
  await refill(database);
  await raiseLimits(database);
  const filledIn = Object.entries(took).map(([part, s]) => `${part} ${s.toFixed(0)} s`);
  return {
    size,
    database,
    desk: await openDesk(stage, database),
    filledIn: filledIn.join(', '),
    pace: { order: [], purchase: [], orders: [], wallet: [] },
    paceOfFew: { order: [], purchase: [], orders: [], wallet: [] },
    cost: { order: [], purchase: [], orders: [], wallet: [] },
    startMs: [],
    searchMs: new Map(),
    serverMb: [],
    workerMb: 0,
  };
}

/** Longer than a session of PostgreSQL keeps its figures to itself. */
const toldMs = 1_500;

/** What the database did until now. */
async function doneBy({ db }: BenchDatabase): Promise<Cost> {
  await sleep(toldMs);
  return db.one(sql<Cost>`
    select (blks_hit + blks_read)::float8 as pages,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 / 1024 as "walKb"
    from pg_stat_database where datname = current_database()`);
}

/** One round of one shop: a fresh server, and what a shopper does, by all members alike. */
async function round(stage: Stage, one: Grown, { warmUpMs, roundMs: runMs }: Scale) {
  await refill(one.database);
  const began = performance.now();
  const shop = await stage.shop(one.database);
  one.startMs.push(performance.now() - began);
  for (const deed of deedNames) {
    const among = one.size.members;
    await load(shop, deed, { warmUpMs: 0, runMs: warmUpMs / 2, among });
    const before = await doneBy(one.database);
    const { perSecond, done } = await load(shop, deed, { warmUpMs: 0, runMs, among });
    const after = await doneBy(one.database);
    one.pace[deed].push(perSecond);
    one.cost[deed].push({
      pages: (after.pages - before.pages) / done,
      walKb: (after.walKb - before.walKb) / done,
    });
  }
  for (const deed of deedNames) {
    const run = { warmUpMs, runMs, among: Math.min(few, one.size.members) };
    one.paceOfFew[deed].push((await load(shop, deed, run)).perSecond);
  }
  one.serverMb.push(residentMb(shop.pid));
  await shop.stop();
}

/** What the office is asked, and what is awaited before each time: searches are limited by the minute. */
function asked({ orders }: ShopSize): readonly (readonly [string, string, number?])[] {
  const middle = String(Math.floor(orders / 2));
  const order = `ord_past${middle.padStart(19, '0')}`;
  const member = 'mem_bench0000053';
  const searches = [
    ['mail', `${member}@example.com`],
    ['name', 'dawson53'],
    ['order id', order],
    ['serial', `S${middle}`],
    ['nothing there', 'nothing like it'],
  ];
  return [
    ['Today', '/office/today'],
    ['orders', '/office/orders'],
    ['orders, deep page', `/office/orders?sAfter=${order}`],
    ['orders of a state', '/office/orders?eState=failed'],
    ['members', '/office/members'],
    ['an order', `/office/orders/${order}`],
    ['a member', `/office/members/${member}`],
    ['stock', '/office/stock'],
    ...searches.map(
      ([name, query = '']) =>
        [`search, ${name}`, `/office/search?sQuery=${encodeURIComponent(query)}`, 600] as const,
    ),
  ];
}

async function ask({ desk, size, searchMs }: Grown): Promise<void> {
  for (const [name, path, restMs = 0] of asked(size)) {
    await sleep(restMs);
    const { ms } = await desk.ask(path);
    searchMs.set(name, [...(searchMs.get(name) ?? []), ms]);
  }
}

const longestWorkMs = 60_000;

/** A worker at the jobs that the rounds left, for a minute at most. */
async function work(stage: Stage, one: Grown): Promise<void> {
  say(`a worker of the shop with ${one.size.orders} orders`);
  const worker = await stage.worker(one.database);
  const end = performance.now() + longestWorkMs;
  const waits = sql<{ jobs: number }>`select count(*)::int as jobs from jobs`;
  while ((await one.database.db.one(waits)).jobs > 0 && performance.now() < end) await sleep(500);
  one.workerMb = residentMb(worker.pid);
  await worker.stop();
}

/** Whole purchases a second by several servers of the large shop, in turns. */
async function bySeveral(stage: Stage, one: Grown, scale: Scale): Promise<Figure[]> {
  const shops: BenchShop[] = [];
  say('several servers');
  for (const _ of serversAtOnce) shops.push(await stage.shop(one.database));
  const pace = serversAtOnce.map((): number[] => []);
  const run = { warmUpMs: scale.warmUpMs / 2, runMs: scale.roundMs, among: one.size.members };
  for (let i = 0; i < Math.min(mostRounds, scale.rounds); i += 1)
    for (const [at, count] of serversAtOnce.entries()) {
      await refill(one.database);
      const [first, ...besides] = shops.slice(0, count);
      if (first) pace[at]?.push((await load(first, 'purchase', { ...run, besides })).perSecond);
    }
  for (const shop of shops) await shop.stop();
  return serversAtOnce.map((count, at) => ({
    name: `whole purchases a second, ${count} server${count > 1 ? 's' : ''} (two cores for them, their shoppers and PostgreSQL)`,
    value: asCount(spreadOf(pace[at] ?? [])),
    wanted: '',
  }));
}

/** The large shop's pace or the small one's time as a share of the other's, round by round. */
const share = (of: readonly number[], by: readonly number[]) =>
  spreadOf(of.map((value, i) => value / (by[i] ?? Number.NaN)));

const walOf = ({ walKb }: Cost) => walKb;
const pagesOf = ({ cost }: Grown, deed: keyof typeof deeds) => cost[deed].map(({ pages }) => pages);

function figuresOf([small, large]: readonly [Grown, Grown]): Figure[] {
  const wanted = 'within 20 % of the small shop';
  const paces = (['pace', 'paceOfFew'] as const).flatMap((kind) =>
    deedNames.map((deed): Figure => {
      const of = share(large[kind][deed], small[kind][deed]);
      const value = `${asPercent(of)}; ${asCount(spreadOf(large[kind][deed]))} a second`;
      const name = kind === 'pace' ? deeds[deed] : `${deeds[deed]}, of ${few} members alone`;
      return { name, value, wanted, met: of.median >= 1 - tolerated };
    }),
  );
  // Times: more is slower.
  const times = (name: string, of: readonly number[], by: readonly number[]): Figure => {
    const [big, little] = [spreadOf(of).median, spreadOf(by).median];
    const value = `${((big / little) * 100).toFixed(0)} %; ${big.toFixed(1)} instead of ${little.toFixed(1)}`;
    return { name, value, wanted, met: big / little <= 1 + tolerated };
  };
  return [
    ...paces,
    ...deedNames.map((deed) =>
      times(
        `${deeds[deed]}: pages that PostgreSQL looks at`,
        pagesOf(large, deed),
        pagesOf(small, deed),
      ),
    ),
    times(
      'wallet orders: log written, kB',
      large.cost.order.map(walOf),
      small.cost.order.map(walOf),
    ),
    ...[...large.searchMs].map(([name, ms]) =>
      times(`office: ${name}, ms`, ms, small.searchMs.get(name) ?? []),
    ),
    times('start of a server, its catalogue read, ms', large.startMs, small.startMs),
    times('memory of the server under load, MB', large.serverMb, small.serverMb),
    times('memory of the worker at its jobs, MB', [large.workerMb], [small.workerMb]),
  ];
}

export const scale: Section = async (stage, settings): Promise<Figure[]> => {
  const { pastOrders, manyBrands, quick } = settings;
  const rounds = Math.min(mostRounds, settings.rounds);
  const brands = Math.max(100, Math.min(manyBrands, pastOrders / 1000));
  const sizeOf = (orders: number): ShopSize => ({
    orders,
    members: orders / ordersEach,
    brands,
    codes: 2 * orders,
  });
  const small = await make(stage, 'small', sizeOf(quick ? 1_000 : 10_000));
  const large = await make(stage, 'large', sizeOf(pastOrders));
  const both = [small, large] as const;
  for (let i = 0; i < rounds; i += 1)
    for (const one of both) {
      say(`round ${i + 1} of ${rounds}, ${one.size.orders} orders`);
      await round(stage, one, settings);
      await ask(one);
    }
  const several = await bySeveral(stage, large, settings);
  for (const one of both) await work(stage, one);
  const { bytes } = await large.database.db.one(sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`);
  const problems = quick ? await stage.verify(large.database) : [];
  for (const { desk, database } of both) {
    await desk.close();
    await database.close();
  }
  if (problems.length > 0) throw new Error(`the books are wrong: ${problems.join('; ')}`);
  const { orders, members, codes } = large.size;
  return [
    {
      name: `the large shop: ${orders} orders, ${members} members, ${brands} brands, ${codes} codes; filled in`,
      value: `${large.filledIn}; ${(bytes / 2 ** 30).toFixed(1)} GiB`,
      wanted: 'timed',
    },
    ...figuresOf(both),
    ...several,
  ];
};
