/**
 * Eras of the ledger: within one, transaction ids can be compared. They begin anew where a dump is
 * restored into another cluster, and so does an era (docs/decisions/0007).
 */
import { type Db, type Queryable, sql, type Tx } from '../platform/db/db.ts';

export interface Era {
  readonly seq: bigint;
  /** The system identifier of the cluster it began in. */
  readonly cluster: string;
  /** The least id of its journals. */
  readonly fromJournal: bigint;
}

/** A move of the database that no era stands for yet. */
interface Move {
  /** The era that was left. */
  readonly seq: bigint;
  readonly cluster: string;
  /** Up to which transaction that era is sealed. */
  readonly reachedXid: string;
}

/**
 * In one cluster no seal is ever ahead of the oldest running transaction. One that is has come from
 * elsewhere, even if the cluster calls itself the same: a copy of its files, or a dump older than eras.
 */
async function unfollowedMove(db: Queryable): Promise<Move | undefined> {
  return db.first(sql<Move>`
    select e.seq, c.system_identifier::text as cluster, coalesce(s.to_xid::text, '0') as "reachedXid"
    from (select seq, cluster from ledger_eras order by seq desc limit 1) e
    cross join pg_control_system() c
    left join (select era, to_xid from ledger_seals order by seq desc limit 1) s on s.era = e.seq
    where c.system_identifier::text <> e.cluster
      or s.to_xid > pg_snapshot_xmin(pg_current_snapshot())`);
}

/**
 * The era to follow a move. Whoever wrote before it was noticed may have used transaction ids that were
 * sealed already: of the journals below that mark, those beyond as many as the seals count are its first.
 */
async function eraAfter(db: Queryable, { seq, cluster, reachedXid }: Move): Promise<Era> {
  const { fromJournal } = await db.one(sql<{ fromJournal: bigint }>`
    select coalesce(
      (select id from ledger_journals
        where id >= (select from_journal from ledger_eras where seq = ${seq})
          and xid < ${reachedXid}::xid8
        order by id offset (select coalesce(sum(journals), 0) from ledger_seals where era = ${seq})
        limit 1),
      (select max(id) + 1 from ledger_journals),
      1) as "fromJournal"`);
  return { seq: seq + 1n, cluster, fromJournal };
}

/** All eras, with the one that is about to begin. */
export async function readEras(db: Queryable): Promise<Era[]> {
  const eras = await db.rows(sql<Era>`
    select seq, cluster, from_journal as "fromJournal" from ledger_eras order by seq`);
  const move = await unfollowedMove(db);
  return move ? [...eras, await eraAfter(db, move)] : eras;
}

/** One at a time seals or begins an era: the lock makes others wait. */
export async function lockSeals(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('ledger seal'))`);
}

/** Begins an era if the database has moved. The caller holds the lock of seals. */
export async function followMove(tx: Tx): Promise<Era | undefined> {
  const move = await unfollowedMove(tx);
  if (!move) return undefined;
  // Waits for journals under way: one that came later, with an id of the era before, would never be sealed.
  await tx.run(sql`select ledger_hold_journals()`);
  const era = await eraAfter(tx, move);
  await tx.run(sql`
    insert into ledger_eras (seq, cluster, from_journal)
    values (${era.seq}, ${era.cluster}, ${era.fromJournal})`);
  await tx.run(sql`select ledger_follow_ids()`);
  return era;
}

/** Begins an era if the database has moved, before this process writes into it. */
export async function followCluster(db: Db): Promise<Era | undefined> {
  if (!(await unfollowedMove(db))) return undefined;
  return db.tx(async (tx) => {
    await lockSeals(tx);
    return followMove(tx);
  });
}
