/** Queries on the tree of seals. */
import { type Queryable, sql } from '../platform/db/db.ts';
import type { Subtree } from './merkle.ts';

/** The hashes of complete subtrees; undefined for missing ones. */
export async function nodesOf(
  db: Queryable,
  subtrees: readonly Subtree[],
): Promise<(Buffer | undefined)[]> {
  if (subtrees.length === 0) return [];
  const rows = await db.rows(sql<{ nth: bigint; hash: Buffer }>`
    select w.nth, found.hash
    from unnest(${subtrees.map(({ level }) => level)}::int[],
      ${subtrees.map(({ level, place }) => (place + 1) * 2 ** level)}::bigint[])
      with ordinality as w (level, seal, nth)
    cross join lateral (
      select substring(nodes from w.level * 32 + 1 for 32) as hash
      from ledger_tree where seal = w.seal limit 1) found`);
  const found = new Map(rows.map(({ nth, hash }) => [Number(nth), hash]));
  return subtrees.map((_, i) => {
    const hash = found.get(i + 1);
    return hash?.length === 32 ? hash : undefined;
  });
}

/** The number of seals in the tree. */
export async function treeSize(db: Queryable): Promise<number> {
  const last = await db.first(sql<{ seal: bigint }>`
    select seal from ledger_tree order by seal desc limit 1`);
  return Number(last?.seal ?? 0n);
}

interface TreeRow {
  readonly seal: bigint;
  readonly root: Buffer;
  readonly nodes: Buffer;
}

/** Stores the tree's row of a seal. */
export async function insertTree(tx: Queryable, { seal, root, nodes }: TreeRow): Promise<void> {
  await tx.run(
    sql`insert into ledger_tree (seal, root, nodes) values (${seal}, ${root}, ${nodes})`,
  );
}

/** The time of a seal: UTC, with microseconds. */
export async function sealedAtOf(db: Queryable, seal: number): Promise<string | undefined> {
  const row = await db.first(sql<{ sealedAt: string }>`
    select to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"
    from ledger_seals where seq = ${seal}`);
  return row?.sealedAt;
}

/** The last seal of each of the last `days` days (UTC) that has one, the newest first. */
export async function lastSealsOfDays(db: Queryable, days: number): Promise<number[]> {
  const rows = await db.rows(sql<{ seal: bigint }>`
    select last.seq as seal
    from generate_series(0, ${days}::int - 1) as ago
    cross join lateral (
      select date_trunc('day', app_now() at time zone 'UTC') - ago * interval '1 day' as day) d
    cross join lateral (
      select seq from ledger_seals
      where sealed_at >= d.day at time zone 'UTC'
        and sealed_at < (d.day + interval '1 day') at time zone 'UTC'
      order by sealed_at desc, seq desc limit 1) last
    order by last.seq desc`);
  return rows.map(({ seal }) => Number(seal));
}

/** A journal with a posting to an account of the member. */
export interface MembersJournal {
  readonly id: bigint;
  readonly xid: string;
}

/** A member's journals with ids above `behind`, by id; at most `most`. */
export function journalsOfMember(
  db: Queryable,
  memberId: string,
  { behind, most }: { behind: bigint; most: number },
): Promise<MembersJournal[]> {
  return db.rows(sql<MembersJournal>`
    select distinct j.id, j.xid::text as xid
    from ledger_accounts a
    cross join lateral (
      select owner, journal_id from ledger_postings
      where account_id = a.id and journal_id > ${behind}
      order by account_id, journal_id limit ${most}) p
    join ledger_journals j on j.owner = p.owner and j.id = p.journal_id
    where a.owner = ${memberId}
    order by j.id limit ${most}`);
}

/** A journal by id, if it moved an account of the member. */
export function journalOfMember(db: Queryable, memberId: string, journalId: bigint) {
  return db.first(sql<MembersJournal>`
    select j.id, j.xid::text as xid
    from ledger_accounts a
    join ledger_postings p on p.account_id = a.id and p.journal_id = ${journalId}
    join ledger_journals j on j.owner = p.owner and j.id = p.journal_id
    where a.owner = ${memberId} limit 1`);
}
