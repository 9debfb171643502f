/** Periodic ledger checks while the shop runs, at a small share of the database's time. */
import type { Chore } from '../jobs/jobs.ts';
import { type Db, type Queryable, sql } from '../platform/db/db.ts';
import { hours, minutes } from '../platform/process/durations.ts';
import type { Log } from '../platform/process/log.ts';
import type { KeyRing } from '../platform/secrets/secrets.ts';
import { beginPass, keepPass, openPass, problemsOfPasses } from './passes.ts';
import { checkRecent } from './recent.ts';
import type { ChainPoint } from './recompute.ts';
import { type Invariant, ledgerInvariants, type Problem } from './rules.ts';
import { lastSeal } from './seal-queries.ts';
import { piece } from './whole.ts';

interface CheckParts {
  readonly db: Db;
  /** Where the ledger is read: the database itself, or a replica of it. */
  readonly reader?: Pick<Db, 'survey'> | undefined;
  readonly log: Log;
  readonly invariants: readonly Invariant[];
  readonly keys: Pick<KeyRing, 'fingerprint'>;
}

const everyMs = minutes(1);
/** A check may take at most this share of the time between two checks; ten times as much while a whole check is late. */
const share = 1 / 50;
const lateAfterMs = hours(12);
/** How long a check goes on with the whole ledger, after what is new: so much fits into its share of a minute. */
const wholeMs = everyMs * share;
/** A check that has not ended after this time counts as dead with its process. */
const diedAfterMs = minutes(60);
const keptDays = 7;

/** Starts a check when one is due in any process; returns its id. */
async function begin(db: Queryable): Promise<bigint | undefined> {
  const begun = await db.first(sql<{ id: bigint }>`
    with late as (
      select case when exists (select 1 from ledger_passes where asked_by = 'shop' and done_at is null
        and started_at < app_now() - interval '1 ms' * ${lateAfterMs}::float8) then 10 else 1 end as times)
    insert into ledger_checks (started_at) select app_now() from late
    where not exists (select 1 from ledger_checks where started_at > app_now() - interval '1 ms'
      * greatest(${everyMs / 2}::float8,
        coalesce(took_ms / (${share}::float8 * late.times), ${diedAfterMs})))
    returning id`);
  return begun?.id;
}

/** The seal up to which the last finished check has found what is new in order. */
async function pointBehind(db: Queryable): Promise<ChainPoint | undefined> {
  const last = await db.first(sql<{
    seal: bigint | null;
    hash: Buffer | null;
    treeRoot: Buffer | null;
  }>`
    select chain_seal as seal, chain_hash as hash, tree_root as "treeRoot" from ledger_checks
    where ok is not null order by id desc limit 1`);
  return last && last.seal !== null && last.hash !== null
    ? { seal: last.seal, hash: last.hash, treeRoot: last.treeRoot ?? undefined }
    : undefined;
}

interface Found {
  readonly tookMs: number;
  readonly from: ChainPoint | undefined;
  readonly reached: ChainPoint | undefined;
  readonly problems: readonly Problem[];
}

async function end(db: Queryable, id: bigint, found: Found): Promise<void> {
  const { tookMs, from, reached, problems } = found;
  await db.run(sql`
    update ledger_checks set took_ms = ${tookMs}, ok = ${problems.length === 0},
      problems = ${JSON.stringify(problems)}::jsonb, chain_behind = ${from?.seal ?? 0n},
      chain_seal = ${reached?.seal ?? null}, chain_hash = ${reached?.hash ?? null},
      tree_root = ${reached?.treeRoot ?? null}
    where id = ${id}`);
  await db.run(sql`
    delete from ledger_checks where started_at < app_now() - ${keptDays} * interval '1 day'`);
}

/** Stores the duration of a check that threw, so that the next one waits as after any other. */
async function giveUp(db: Queryable, id: bigint, tookMs: number): Promise<void> {
  await db.run(sql`update ledger_checks set took_ms = ${tookMs} where id = ${id}`);
}

/** Deletes an aborted check, so that another process may start one at once. */
async function forget(db: Queryable, id: bigint): Promise<void> {
  await db.run(sql`delete from ledger_checks where id = ${id}`);
}

const lacksSeal = Symbol();

/** Reads on the standby; on the primary when the standby lacks a seal that an earlier check has read. */
function readerWith(
  { db, reader = db }: Pick<CheckParts, 'db' | 'reader'>,
  points: readonly (ChainPoint | undefined)[],
): Pick<Db, 'survey'> {
  const newest = points.reduce(
    (most, point) => (point && point.seal > most ? point.seal : most),
    0n,
  );
  return {
    async survey(work, givenUp) {
      const found = await reader.survey(async (tx) => {
        const last = await lastSeal(tx);
        return (last?.seq ?? 0n) < newest ? lacksSeal : work(tx);
      }, givenUp);
      return found === lacksSeal ? db.survey(work, givenUp) : found;
    },
  };
}

/** What is new, and a piece of the whole; the whole begins anew once it has ended. */
async function look(parts: CheckParts, from: ChainPoint | undefined, givenUp?: AbortSignal) {
  const { db, invariants, keys } = parts;
  const pass = (await openPass(db, 'shop', keys)) ?? (await beginPass(db, 'shop'));
  const { state } = pass;
  const reader = readerWith(parts, [from, state.chain.last]);
  const recent = await checkRecent(reader, invariants, { from, givenUp });
  const all = [...ledgerInvariants, ...invariants];
  await keepPass(db, pass, await piece(reader, all, { state, givenUp, forMs: wholeMs }), keys);
  const known = new Set<string>();
  const problems = [...recent.problems, ...(await problemsOfPasses(db, keys))].filter(
    ({ rule, breach }) => !known.has(`${rule} ${breach}`) && known.add(`${rule} ${breach}`),
  );
  return { reached: recent.reached, problems };
}

/**
 * Checks the ledger if that is due; true when it did. A breach is logged as an error. `stopping` aborts it; the whole
 * check goes on later where it was.
 */
export async function checkLedger(parts: CheckParts, stopping?: AbortSignal): Promise<boolean> {
  const { db, log } = parts;
  const id = await begin(db);
  if (id === undefined) return false;
  const began = performance.now();
  const tookMs = () => Math.ceil(performance.now() - began);
  const from = await pointBehind(db);
  const found = await look(parts, from, stopping).catch(async (error: unknown) => {
    if (stopping?.aborted) return undefined;
    await giveUp(db, id, Math.min(tookMs(), share * diedAfterMs));
    throw error;
  });
  if (!found) {
    await forget(db, id);
    return false;
  }
  await end(db, id, { from, tookMs: tookMs(), ...found });
  const { problems } = found;
  if (problems.length > 0) log.error({ problems }, 'the ledger does not hold what it must');
  return true;
}

/** The check as a chore; it skips a process's busy first minute. */
export function ledgerCheck(parts: CheckParts): Chore {
  return {
    name: 'ledger.check',
    everyMs,
    firstAfterMs: everyMs,
    async run(stopping) {
      await checkLedger(parts, stopping);
    },
  };
}

/** The result of the last finished check; undefined when there is none yet. */
export async function lastCheck(
  db: Queryable,
): Promise<{ ok: boolean; at: Date; problems: number } | undefined> {
  return db.first(sql<{ ok: boolean; at: Date; problems: number }>`
    select ok, started_at as at, jsonb_array_length(problems) as problems
    from ledger_checks where ok is not null order by id desc limit 1`);
}

/** Seconds since the last check that ended began; undefined before the first. */
export async function secondsSinceCheck(db: Queryable): Promise<number | undefined> {
  const last = await db.first(sql<{ seconds: number }>`
    select extract(epoch from app_now() - started_at)::float8 as seconds
    from ledger_checks where ok is not null order by id desc limit 1`);
  return last?.seconds;
}
