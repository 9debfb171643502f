/** The check of each minute: what was written since the last one, at a cost that does not grow with the ledger. */
import { type Db, type Queryable, sql } from '../platform/db/db.ts';
import { readEras } from './eras.ts';
import { type ChainPoint, recomputeChain } from './recompute.ts';
import { chainProblems, type Invariant, ledgerInvariants, type Problem } from './rules.ts';
import { behind } from './seal.ts';
import { journalsOfEra, lastSeal, sealAt } from './seal-queries.ts';
import { breachesOf } from './whole.ts';

/** At most so many of the newest journals tell whose rows are checked; the rest is left to the whole check. */
const mostJournals = 10_000;
/** Owners with more postings are left to the whole check: all of theirs would be read each minute. */
const mostPostings = 10_000;
const ownersAtOnce = 500;
/** Journals of new seals that are recomputed; the next check goes on behind them. */
const journalsAtOnce = 50_000;

/** Members with journals since. */
async function newOwners(db: Queryable, place: readonly unknown[]): Promise<string[]> {
  const [fromXid, firstJournal, lastJournal] = place;
  const rows = await db.rows(sql<{ owner: string }>`
    select owner from (
      select distinct owner from (select owner from ledger_journals where xid >= ${fromXid}::xid8
        and id >= ${firstJournal}::bigint and id <= ${lastJournal}::bigint
        order by xid desc limit ${mostJournals}) journals) fresh
    where owner <> 'house' and (
      select coalesce(sum(b.postings), 0) from ledger_accounts a
      join ledger_balances b on b.account_id = a.id where a.owner = fresh.owner) <= ${mostPostings}
    order by owner`);
  return rows.map(({ owner }) => owner);
}

interface Recent {
  readonly problems: readonly Problem[];
  /** Where the next check goes on. */
  readonly reached: ChainPoint | undefined;
}

/** Checks what is not covered by the seals up to `from`, whose hash the seal must have; without it up to the last one. */
export function checkRecent(
  db: Pick<Db, 'survey'>,
  featureInvariants: readonly Invariant[],
  { from, givenUp }: { from?: ChainPoint | undefined; givenUp?: AbortSignal | undefined },
): Promise<Recent> {
  const invariants = [...ledgerInvariants, ...featureInvariants];
  const over = (scope: Invariant['over']) => invariants.filter((one) => one.over === scope);
  return db.survey(async (tx) => {
    await tx.run(sql`set local plan_cache_mode = force_custom_plan`);
    const last = await lastSeal(tx);
    const start = from ?? (last && { seal: last.seq, hash: last.hash });
    const seal = start && (await sealAt(tx, start));
    const { era, xid } = behind(seal);
    const { firstJournal, lastJournal } = journalsOfEra(await readEras(tx), era);
    const place = [xid, firstJournal, lastJournal];
    const problems = [
      ...(await breachesOf(tx, over('few'))),
      ...(await breachesOf(tx, over('new'), place)),
    ];
    const owners = await newOwners(tx, place);
    for (let at = 0; at < owners.length; at += ownersAtOnce)
      problems.push(
        ...(await breachesOf(tx, over('owners'), [owners.slice(at, at + ownersAtOnce)])),
      );
    const chain = start && (await recomputeChain(tx, start, journalsAtOnce));
    if (chain) problems.push(...chainProblems(chain));
    return { problems, reached: problems.length === 0 ? (chain?.last ?? start) : from };
  }, givenUp);
}
