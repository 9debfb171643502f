/** Kills the server at named crash points of purchases and checks the outcome. */
import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { balanceOf, pointsOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db/db.ts';
import { type CrashPoint, crashPoints } from '../platform/process/crash.ts';
import { minutes } from '../platform/process/durations.ts';
import {
  balanceAfterMinor,
  makeTraveller,
  NoAnswer,
  pointsAfter,
  sentMinor,
  type Traveller,
  travel,
} from './journey.ts';
import type { Killable, Life } from './killable.ts';
import type { KillableDatabase } from './killable-database.ts';

/** Crash points of a card payment; a traveller passes them twice: for an order and for adding money. */
const ofPayments = [
  'checkout.provider_order_created',
  'checkout.capture_claimed',
  'checkout.captured',
  'checkout.before_record_commit',
  'checkout.recorded',
] as const satisfies readonly CrashPoint[];

/** A crash point, at its first or second passing. */
export type Passing = CrashPoint | `${CrashPoint}:2`;

type AreaOf<Point> = Point extends `${infer Area}.${string}` ? Area : never;

/** Areas whose crash points a traveller passes. A new area has to be added. */
const travelled: Readonly<Record<AreaOf<CrashPoint>, boolean>> = {
  ...{ orders: true, checkout: true, points: true, jobs: true, wallet: true },
  ...{
    selling: false,
    coins: false,
    signer: false,
    kyc: false,
    imports: false,
    claims: false,
    files: false,
  },
};

const isPassed = (point: CrashPoint): boolean =>
  travelled[point.split('.')[0] as AreaOf<CrashPoint>] && !/\.refund_|\.coins_/.test(point);

/** Crash points of a traveller's journey; refunds, sales and coins have tests of their own. */
export const ofTheJourney: readonly Passing[] = [
  ...crashPoints.filter(isPassed),
  ...ofPayments.map((point) => `${point}:2` as const),
];

/** A job that failed three times is retried after 20 s, then after 55 s. */
const patienceMs = minutes(2);

/** Polls until a condition holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await holds()); ) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Retries until success; a time-out throws the last error. */
async function untilDone(what: string, deed: () => Promise<unknown>): Promise<void> {
  let last: unknown;
  const succeeds = () =>
    deed().then(
      () => true,
      (error: unknown) => {
        last = error;
        return false;
      },
    );
  await until(what, succeeds).catch((error: Error) => {
    throw new Error(`${error.message}: ${inspect(last)}`);
  });
}

/** Travels on a server that dies meanwhile; resolves after its death. */
async function travelUntilDeath(life: Life, world: Killable, traveller: Traveller): Promise<void> {
  await travel(life.url, world, traveller).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
  });
  let lives = true;
  void life.death.then(() => {
    lives = false;
  });
  await until('the server came to the point', () => !lives);
}

/** A buyer whose server died at a crash point. */
export interface Interrupted {
  readonly point: Passing;
  readonly traveller: Traveller;
  readonly diedOf: NodeJS.Signals | null;
  /** Start-up time of the server. */
  readonly readyMs: number;
}

/**
 * Kills a server at a crash point during a new buyer's journey. Jobs of earlier buyers continue meanwhile.
 */
export async function interruptAt(point: Passing, world: Killable): Promise<Interrupted> {
  const traveller = await makeTraveller(world);
  const life = await world.live({ CRASH_POINT: point });
  await travelUntilDeath(life, world, traveller);
  return { point, traveller, diedOf: await life.death, readyMs: life.readyMs };
}

/**
 * Kills the database at a crash point during a new buyer's journey; the buyer repeats the journey on the same
 * server until it succeeds. Reports `SIGKILL` as the cause of death.
 */
export async function interruptDatabaseAt(
  point: Passing,
  world: Killable,
  { pidFile }: KillableDatabase,
): Promise<Interrupted> {
  const pid = async () => Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  const before = await pid();
  const traveller = await makeTraveller(world);
  const life = await world.live({ CRASH_POINT: point, CRASH_VICTIM: pidFile });
  const arrive = () => travel(life.url, world, traveller);
  const isAnother = async () => ![before, Number.NaN].includes(await pid());
  await untilDone('the buyer has what was wished for', arrive);
  await until('the server came to the point', isAnother);
  await untilDone('the buyer sees it again', arrive);
  await life.kill();
  return { point, traveller, diedOf: 'SIGKILL', readyMs: life.readyMs };
}

/** Expires leases: jobs of dead workers are otherwise taken over after a minute. */
export async function ageWorkers({ shop: { db } }: Killable): Promise<void> {
  await db.run(sql`update jobs set leased_until = leased_until - interval '1 hour'`);
  await db.run(sql`update job_queues set leased_until = leased_until - interval '1 hour'`);
}

/** Number of unfinished jobs and refunds. */
export async function workLeft({ shop }: Killable): Promise<number> {
  const { left } = await shop.db.one(sql<{ left: number }>`
    select ((select count(*) from jobs)
      + (select count(*) from refunds where state = 'pending'))::int as left`);
  return left;
}

async function problemsOf(world: Killable, { member, friend }: Traveller): Promise<string[]> {
  const [balance, received] = [await member.balance(), await friend.balance()];
  const found = await world.shop.db.one(sql<Record<'orders' | 'codes' | 'captures', number>>`
    select (select count(*) from orders where member_id = ${member.id}
        and state = 'delivered')::int as orders,
      (select count(*) from codes where member_id = ${member.id} and state = 'sold')::int as codes,
      (select count(*) from payment_captures where member_id = ${member.id})::int as captures`);
  const mails = new Set(world.sandbox.mails(member.email).map((mail) => mail.messageId)).size;
  const points = await balanceOf(world.shop.db, pointsOf(member.id, 'usd'));
  const expected = {
    balance: balanceAfterMinor,
    received: sentMinor,
    points: pointsAfter,
    orders: 2,
    codes: 5,
    captures: 2,
    mails: 4,
  };
  return Object.entries({ balance, received, points, ...found, mails }).flatMap(([name, value]) => {
    const wanted = expected[name as keyof typeof expected];
    return value === wanted ? [] : [`${name}: ${value} instead of ${wanted}`];
  });
}

/**
 * Restarts the server and has every interrupted buyer repeat the journey. When all work is done, returns the
 * problems per buyer, and those of the ledger and the invariants.
 */
export async function goOn(world: Killable, interrupted: readonly Interrupted[]) {
  await ageWorkers(world);
  const life = await world.live();
  for (const { traveller } of interrupted) await travel(life.url, world, traveller);
  await until('all work is done', async () => (await workLeft(world)) === 0);
  const problems: Record<string, readonly string[]> = {};
  for (const { point, traveller } of interrupted) {
    const wrong = await problemsOf(world, traveller);
    if (wrong.length > 0) problems[point] = wrong;
  }
  const verdict = await world.verify();
  await life.kill();
  return { readyMs: life.readyMs, problems, broken: verdict.problems };
}
