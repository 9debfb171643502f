/**
 * Eras of the ledger: periods in which transaction ids are comparable. Restoring a dump into another cluster restarts
 * transaction ids, and so begins an era (docs/decisions/0007).
 */
import { type Db, type Queryable, sql, type Tx } from '../platform/db/db.ts';

export interface Era {
  readonly seq: bigint;
  /** The system identifier of the PostgreSQL cluster. */
  readonly cluster: string;
  /** The lowest id of the era's journals. */
  readonly fromJournal: bigint;
}

/** A move to another cluster for which no era has begun yet. */
interface Move {
  /** The era before the move. */
  readonly seq: bigint;
  readonly cluster: string;
  /** The end of that era's seals, exclusive. */
  readonly reachedXid: string;
}

/**
 * Detects a move. Within a cluster no seal is ahead of the oldest running transaction, so one that is comes from
 * another cluster, even under the same identifier: a copied data directory, or a dump from before eras.
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
 * The era after a move. Journals written before the move was noticed may reuse sealed transaction ids: among journals
 * below `reachedXid`, those beyond the sealed count belong to the new era.
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

/** All eras, including one about to begin. */
export async function readEras(db: Queryable): Promise<Era[]> {
  const eras = await db.rows(sql<Era>`
    select seq, cluster, from_journal as "fromJournal" from ledger_eras order by seq`);
  const move = await unfollowedMove(db);
  return move ? [...eras, await eraAfter(db, move)] : eras;
}

/** Serialises sealing and beginning eras until the transaction ends. */
export async function lockSeals(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('ledger seal'))`);
}

/** Begins an era if the database has moved. The caller holds `lockSeals`. */
export async function followMove(tx: Tx): Promise<Era | undefined> {
  const move = await unfollowedMove(tx);
  if (!move) return undefined;
  // Waits for running journal writes: a later journal with an id of the old era would never be sealed.
  await tx.run(sql`select ledger_hold_journals()`);
  const era = await eraAfter(tx, move);
  await tx.run(sql`
    insert into ledger_eras (seq, cluster, from_journal)
    values (${era.seq}, ${era.cluster}, ${era.fromJournal})`);
  await tx.run(sql`select ledger_follow_ids()`);
  return era;
}

/** Begins an era if the database has moved; call before this process writes journals. */
export async function followCluster(db: Db): Promise<Era | undefined> {
  if (!(await unfollowedMove(db))) return undefined;
  return db.tx(async (tx) => {
    await lockSeals(tx);
    return followMove(tx);
  });
}
