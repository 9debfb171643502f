/** What is read of seals, and of the journals they cover. */
import { type Queryable, sql } from '../platform/db/db.ts';
import type { Era } from './eras.ts';

/** A journal as a seal covers it. */
export interface SealedJournal {
  id: bigint;
  owner: string;
  key: string;
  kind: string;
  reference: string;
  inputHash: Buffer;
  /** UTC, to the microsecond. */
  createdAt: string;
  /** Part of the input's hash, but what a reader believes is the column. */
  facts: string | null;
  /** With accounts by name: a renamed account would give its money to somebody else. */
  entries: string | null;
}

/** What a seal covers: transactions fromXid <= xid < toXid, and of them the journals of its era. */
export interface Range {
  readonly fromXid: string;
  readonly toXid: string;
  readonly firstJournal: bigint;
  readonly lastJournal: bigint;
}

/** The last transaction id there is: the seal that reaches it closes its era. */
export const end = String(2n ** 64n - 1n);
export const leastId = -(2n ** 63n);
export const greatestId = 2n ** 63n - 1n;

/** The last transaction of a seal: the one before `toXid`, but for the seal that closes an era. */
export const lastXid = (toXid: string) => (toXid === end ? end : String(BigInt(toXid) - 1n));

/** The ids of an era's journals; none is before the first era or behind the last. */
export function journalsOfEra(eras: readonly Era[], seq: bigint) {
  const fromOf = (sought: bigint) => eras.find((era) => era.seq === sought)?.fromJournal;
  const next = fromOf(seq + 1n);
  return {
    firstJournal: seq === 0n ? leastId : (fromOf(seq) ?? greatestId),
    lastJournal: next === undefined ? greatestId : next - 1n,
  };
}

/**
 * The journals of finished transactions in each of some ranges, in the order of the chain; of none more than
 * `most`. One statement, however many ranges there are.
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
  /** UTC, to the microsecond. */
  sealedAt: string;
  /** The root of the tree of its journals, and the nodes it completed; null where its row of the tree is missing. */
  root: Buffer | null;
  nodes: Buffer | null;
}

/** The journals of each of some seals, and one more where there are more than the seal counts. */
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

/** The last seal there is. */
export function lastSeal(db: Queryable) {
  return db.first(sql<Pick<Seal, 'seq' | 'era' | 'toXid' | 'hash'>>`
    select seq, era, to_xid::text as "toXid", hash from ledger_seals order by seq desc limit 1`);
}

/** What is read of the chain at a time, so that a check of millions of seals takes no more memory than of a few. */
const readAtOnce = { seals: 1_000, journals: 5_000 };

/**
 * The next seals behind one: as many as have few enough journals together, but at least one. Their place in
 * the tree is looked up seal by seal: a plan for all would read the whole tree for each part.
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

/** Where a journal stands: its transaction, and the era its id is of. */
export interface JournalPlace {
  readonly id: bigint;
  readonly xid: string;
  readonly era: bigint;
}

/** The seal of each of some journals; null for those that are not sealed yet. */
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

/** The seal of this number, if its hash is this one. */
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

/** Writes a seal; answers when it was made. */
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
