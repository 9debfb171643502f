/** Queries on seals and the journals that they cover. */
import { type Queryable, sql } from '../platform/db/db.ts';
import type { Era } from './eras.ts';

/** The data of a journal that a seal covers. */
export interface SealedJournal {
  id: bigint;
  owner: string;
  key: string;
  kind: string;
  reference: string;
  inputHash: Buffer;
  /** UTC, with microseconds. */
  createdAt: string;
  /** Sealed besides `inputHash`, which includes it: readers rely on the column. */
  facts: string | null;
  /**
   * `account currency amount` joined by `;`, with account names: renaming an account would move its money to another
   * owner.
   */
  entries: string | null;
}

/** What a seal covers: transactions fromXid <= xid < toXid, and of those the journals of its era. */
export interface Range {
  readonly fromXid: string;
  readonly toXid: string;
  readonly firstJournal: bigint;
  readonly lastJournal: bigint;
}

/** The last possible transaction id: a seal that reaches it closes its era. */
export const end = String(2n ** 64n - 1n);
export const leastId = -(2n ** 63n);
export const greatestId = 2n ** 63n - 1n;

/** The last transaction of a seal: the one before `toXid`; `end` itself for a seal that closes an era. */
export const lastXid = (toXid: string) => (toXid === end ? end : String(BigInt(toXid) - 1n));

/** The range of an era's journal ids; unbounded before the first era and after the last. */
export function journalsOfEra(eras: readonly Era[], seq: bigint) {
  const fromOf = (sought: bigint) => eras.find((era) => era.seq === sought)?.fromJournal;
  const next = fromOf(seq + 1n);
  return {
    firstJournal: seq === 0n ? leastId : (fromOf(seq) ?? greatestId),
    lastJournal: next === undefined ? greatestId : next - 1n,
  };
}

/**
 * The journals in each range, in the order of the chain, at most `most` each; in one statement. Ranges cover finished
 * transactions only.
 */
export async function journalsIn(
  db: Queryable,
  ranges: readonly (Range & { readonly most: bigint })[],
): Promise<SealedJournal[][]> {
  const journals = await db.rows(sql<SealedJournal & { range: bigint }>`
    select r.nth as range, j.* from unnest(${ranges.map((range) => range.fromXid)}::xid8[],
      ${ranges.map((range) => lastXid(range.toXid))}::xid8[],
      ${ranges.map((range) => range.firstJournal)}::bigint[],
      ${ranges.map((range) => range.lastJournal)}::bigint[],
      ${ranges.map((range) => range.most)}::bigint[])
      with ordinality as r (from_xid, last_xid, first_journal, last_journal, most, nth)
    cross join lateral (
      select j.id, j.xid, j.owner, j.key, j.kind, j.reference, j.input_hash as "inputHash",
        to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "createdAt",
        j.facts::text,
        (select string_agg(a.name || ' ' || p.currency || ' ' || p.amount, ';' order by position)
          from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.owner = j.owner and p.journal_id = j.id) as entries
      from ledger_journals j
      where j.xid >= r.from_xid and j.xid <= r.last_xid
        and j.id >= r.first_journal and j.id <= r.last_journal
      order by j.xid, j.id limit r.most) j
    order by r.nth, j.xid, j.id`);
  const found = ranges.map((): SealedJournal[] => []);
  for (const journal of journals) found[Number(journal.range) - 1]?.push(journal);
  return found;
}

export interface Seal {
  seq: bigint;
  era: bigint;
  fromXid: string;
  toXid: string;
  journals: bigint;
  hash: Buffer;
  /** UTC, with microseconds. */
  sealedAt: string;
  /**
   * The root of the tree of its journals, and the nodes of the tree of seals that it completed; null when its
   * `ledger_tree` row is missing.
   */
  root: Buffer | null;
  nodes: Buffer | null;
}

/** The journals of each seal; one too many when there are more than the seal counts. */
export function journalsOfSeals(
  db: Queryable,
  eras: readonly Era[],
  seals: readonly Seal[],
): Promise<SealedJournal[][]> {
  return journalsIn(
    db,
    seals.map((seal) => ({ ...seal, ...journalsOfEra(eras, seal.era), most: seal.journals + 1n })),
  );
}

/** The newest seal; undefined when there is none. */
export function lastSeal(db: Queryable) {
  return db.first(sql<Pick<Seal, 'seq' | 'era' | 'toXid' | 'hash'>>`
    select seq, era, to_xid::text as "toXid", hash from ledger_seals order by seq desc limit 1`);
}

/** The most read of the chain at once, so that memory does not grow with the number of seals. */
const readAtOnce = { seals: 1_000, journals: 5_000 };

/**
 * The next seals after `seq`, until `readAtOnce` is reached. Tree rows are joined laterally: otherwise the planner
 * would read the whole tree for each part.
 */
export function sealsBehind(db: Queryable, seq: bigint): Promise<Seal[]> {
  return db.rows(sql<Seal>`
    select seq, era, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash,
      to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt",
      tree.root, tree.nodes
    from (
      select next.*, sum(journals) over (order by seq) - journals as before
      from (select * from ledger_seals where seq > ${seq}
        order by seq limit ${readAtOnce.seals}) next) counted
    left join lateral (select root, nodes from ledger_tree where seal = seq limit 1) tree on true
    where before < ${readAtOnce.journals} order by seq`);
}

/** The position of a journal in the order of seals: era, transaction, id. */
export interface JournalPlace {
  readonly id: bigint;
  readonly xid: string;
  readonly era: bigint;
}

/** The seal of each journal; undefined for journals not sealed yet. */
export async function sealsOf(
  db: Queryable,
  places: readonly JournalPlace[],
): Promise<(Seal | undefined)[]> {
  const rows = await db.rows(sql<Seal & { nth: bigint }>`
    select w.nth, s.seq, s.era, s.from_xid::text as "fromXid", s.to_xid::text as "toXid",
      s.journals, s.hash,
      to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt",
      tree.root, tree.nodes
    from unnest(${places.map(({ era }) => era)}::bigint[],
      ${places.map(({ xid }) => xid)}::xid8[]) with ordinality as w (era, xid, nth)
    cross join lateral (
      select * from ledger_seals
      where era = w.era and to_xid > w.xid order by to_xid limit 1) s
    left join lateral (select root, nodes from ledger_tree where seal = s.seq limit 1) tree on true`);
  const found = new Map(rows.map(({ nth, ...seal }) => [Number(nth), seal]));
  return places.map((_, i) => found.get(i + 1));
}

/** The seal of this number; undefined when its hash differs. */
export function sealAt(db: Queryable, { seal, hash }: { seal: bigint; hash: Buffer }) {
  return db.first(sql<Pick<Seal, 'seq' | 'era' | 'toXid' | 'hash'>>`
    select seq, era, to_xid::text as "toXid", hash from ledger_seals
    where seq = ${seal} and hash = ${hash}`);
}

/** When a seal was made. */
export async function madeAtOf(db: Queryable, seq: bigint): Promise<Date> {
  const { madeAt } = await db.one(sql<{ madeAt: Date }>`
    select sealed_at as "madeAt" from ledger_seals where seq = ${seq}`);
  return madeAt;
}

interface NewSeal {
  readonly seq: bigint;
  readonly era: bigint;
  readonly range: Range;
  readonly journals: number;
  readonly hash: Buffer;
}

/** Writes a seal; returns its time. */
export async function insertSeal(
  tx: Queryable,
  { seq, era, range, journals, hash }: NewSeal,
): Promise<string> {
  const { sealedAt } = await tx.one(sql<{ sealedAt: string }>`
    insert into ledger_seals (seq, era, from_xid, to_xid, journals, hash)
    values (${seq}, ${era}, ${range.fromXid}::xid8, ${range.toXid}::xid8, ${journals}, ${hash})
    returning to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"`);
  return sealedAt;
}
