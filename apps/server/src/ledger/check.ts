/** Periodic ledger checks while the shop runs, at a small share of the database's time. */
import type { Chore } from '../jobs/jobs.ts';
import { type Db, type Queryable, sql } from '../platform/db/db.ts';
import { minutes } from '../platform/process/durations.ts';
import type { Log } from '../platform/process/log.ts';
import type { ChainPoint } from './recompute.ts';
import { type Invariant, type Verdict, verifyLedger } from './verify.ts';

interface CheckParts {
  readonly db: Db;
  readonly log: Log;
  readonly invariants: readonly Invariant[];
}

const everyMs = minutes(1);
/** A check may take at most this share of the time between two checks. */
const share = 1 / 50;
/** A check that has not ended after this time counts as dead with its process. */
const diedAfterMs = minutes(60);
const keptDays = 7;

/** Starts a check when one is due in any process; returns its id. */
async function begin(db: Queryable): Promise<bigint | undefined> {
  const begun = await db.first(sql<{ id: bigint }>`
    insert into ledger_checks (started_at) select app_now()
    where not exists (select 1 from ledger_checks where started_at > app_now() - interval '1 ms'
      * greatest(${everyMs / 2}::float8, coalesce(took_ms / ${share}::float8, ${diedAfterMs})))
    returning id`);
  return begun?.id;
}

/**
 * Where the next check of the chain starts: after the last checked seal. From the first seal when the last check
 * failed, or when no check of the last day started there.
 */
async function pointBehind(db: Queryable): Promise<ChainPoint | undefined> {
  const last = await db.first(sql<{
    ok: boolean;
    seal: bigint | null;
    hash: Buffer | null;
    treeRoot: Buffer | null;
  }>`
    select ok, chain_seal as seal, chain_hash as hash, tree_root as "treeRoot" from ledger_checks
    where ok is not null and exists (select 1 from ledger_checks
      where chain_behind = 0 and started_at > app_now() - interval '1 day')
    order by id desc limit 1`);
  return last?.ok && last.seal !== null && last.hash !== null
    ? { seal: last.seal, hash: last.hash, treeRoot: last.treeRoot ?? undefined }
    : undefined;
}

interface Found {
  readonly tookMs: number;
  readonly from: ChainPoint | undefined;
  readonly verdict: Verdict;
}

async function end(db: Queryable, id: bigint, { tookMs, from, verdict }: Found): Promise<void> {
  const { ok, problems, chain } = verdict;
  await db.run(sql`
    update ledger_checks set took_ms = ${tookMs}, ok = ${ok},
      problems = ${JSON.stringify(problems)}::jsonb, chain_behind = ${from?.seal ?? 0n},
      chain_seal = ${chain.last?.seal ?? null}, chain_hash = ${chain.last?.hash ?? null},
      tree_root = ${chain.last?.treeRoot ?? null}
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

/**
 * Checks the ledger if that is due; true when it did. A breach is logged as an error. A check takes minutes on a large
 * ledger, so `stopping` aborts it.
 */
export async function checkLedger(
  { db, log, invariants }: CheckParts,
  stopping?: AbortSignal,
): Promise<boolean> {
  const id = await begin(db);
  if (id === undefined) return false;
  const began = performance.now();
  const tookMs = () => Math.ceil(performance.now() - began);
  const from = await pointBehind(db);
  const checking = verifyLedger(db, invariants, { from, givenUp: stopping });
  const verdict = await checking.catch(async (error: unknown) => {
    if (stopping?.aborted) return undefined;
    await giveUp(db, id, Math.min(tookMs(), share * diedAfterMs));
    throw error;
  });
  if (!verdict) {
    await forget(db, id);
    return false;
  }
  const { ok, problems } = verdict;
  await end(db, id, { from, verdict, tookMs: tookMs() });
  if (!ok) log.error({ problems }, 'the ledger does not hold what it must');
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
