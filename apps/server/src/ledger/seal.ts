import { createHash } from 'node:crypto';
import { type Db, type Queryable, sql, type Tx } from '../platform/db.ts';
import { type Era, followMove, lockSeals, readEras } from './eras.ts';

interface SealedJournal {
  id: bigint;
  owner: string;
  key: string;
  kind: string;
  reference: string;
  inputHash: Buffer;
  createdAt: string;
  /** Part of the input's hash, but what a reader believes is the column. */
  facts: string | null;
  /** With accounts by name: a renamed account would give its money to somebody else. */
  entries: string | null;
}

const emptyHash = Buffer.alloc(32);

/** What a seal covers: transactions fromXid <= xid < toXid, and of them the journals of its era. */
interface Range {
  readonly fromXid: string;
  readonly toXid: string;
  readonly firstJournal: bigint;
  readonly lastJournal: bigint;
}

/** How far the chain has come. */
interface Place {
  readonly era: bigint;
  readonly xid: string;
}

const start: Place = { era: 0n, xid: '0' };
/** The last transaction id there is: the seal that reaches it closes its era. */
const end = String(2n ** 64n - 1n);
const leastId = -(2n ** 63n);
const greatestId = 2n ** 63n - 1n;

/** The last transaction of a seal: the one before `toXid`, but for the seal that closes an era. */
const lastXid = (toXid: string) => (toXid === end ? end : String(BigInt(toXid) - 1n));

/** The ids of an era's journals; none is before the first era or behind the last. */
function journalsOf(eras: readonly Era[], seq: bigint) {
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
async function journalsIn(
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

function chain(previous: Buffer, journals: readonly SealedJournal[]): Buffer {
  return journals.reduce(
    (hash, j) =>
      createHash('sha256')
        .update(hash)
        .update(
          [j.id, j.owner, j.key, j.kind, j.reference, j.createdAt, j.facts, j.entries].join(
            '\u0000',
          ),
        )
        .update(j.inputHash)
        .digest(),
    previous,
  );
}

interface Seal {
  seq: bigint;
  era: bigint;
  fromXid: string;
  toXid: string;
  journals: bigint;
  hash: Buffer;
}

function lastSeal(tx: Queryable) {
  return tx.first(sql<Seal>`
    select seq, era, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash
    from ledger_seals order by seq desc limit 1`);
}

/** Where the next seal begins. */
function behind(seal: Seal | undefined): Place {
  if (!seal) return start;
  return seal.toXid === end ? { era: seal.era + 1n, xid: '0' } : { era: seal.era, xid: seal.toXid };
}

/** Journals of one seal, but for those of its last transaction. */
const sealAtOnce = 10_000;

/** Shortens a range that is too much for one seal: it ends behind the transaction that makes it full. */
async function bounded(tx: Tx, range: Range, atOnce: number): Promise<Range> {
  const full = await tx.first(sql<{ xid: string }>`
    select xid::text from ledger_journals
    where xid >= ${range.fromXid}::xid8 and xid <= ${lastXid(range.toXid)}::xid8
      and id >= ${range.firstJournal} and id <= ${range.lastJournal}
    order by xid, id offset ${atOnce - 1} limit 1`);
  return full && full.xid !== end ? { ...range, toXid: String(BigInt(full.xid) + 1n) } : range;
}

/** What can be sealed now: of an era that has ended everything, else what has finished. */
async function ripe(tx: Tx, { era, xid }: Place): Promise<Range> {
  const eras = await readEras(tx);
  const { horizon } = await tx.one(
    sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  );
  const ended = eras.some(({ seq }) => seq > era);
  return { fromXid: xid, toXid: ended ? end : horizon, ...journalsOf(eras, era) };
}

/**
 * Seals the journals of transactions that have finished since the last seal, the oldest first, as many
 * as one seal takes; answers how many. One seal at a time: the lock makes a second sealer wait.
 */
export async function sealLedger(tx: Tx, atOnce = sealAtOnce): Promise<number> {
  await lockSeals(tx);
  await followMove(tx);
  const last = await lastSeal(tx);
  const place = behind(last);
  const range = await bounded(tx, await ripe(tx, place), atOnce);
  const [journals = []] = await journalsIn(tx, [{ ...range, most: greatestId }]);
  const closes = range.toXid === end;
  if (journals.length === 0 && !closes) return 0;
  const hash = chain(last?.hash ?? emptyHash, journals);
  await tx.run(sql`
    insert into ledger_seals (seq, era, from_xid, to_xid, journals, hash)
    values (${(last?.seq ?? 0n) + 1n}, ${place.era}, ${range.fromXid}::xid8, ${range.toXid}::xid8,
      ${journals.length}, ${hash})`);
  // What closes an era is seldom a whole seal: the next begins with it.
  return journals.length + (closes ? await sealLedger(tx, atOnce) : 0);
}

/** Seals all there is to seal. */
export async function sealAll(db: Db): Promise<void> {
  while ((await db.tx((tx) => sealLedger(tx))) >= sealAtOnce);
}

/** What is read of the chain at a time, so that a check of millions of seals takes no more memory than of a few. */
const readAtOnce = { seals: 1_000, journals: 5_000 };

/** The next seals behind one: as many as have few enough journals together, but at least one. */
function sealsBehind(db: Queryable, seq: bigint): Promise<Seal[]> {
  return db.rows(sql<Seal>`
    select seq, era, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash
    from (
      select next.*, sum(journals) over (order by seq) - journals as before
      from (select * from ledger_seals where seq > ${seq}
        order by seq limit ${readAtOnce.seals}) next) counted
    where before < ${readAtOnce.journals} order by seq`);
}

function fits(seal: Seal, previous: Seal | undefined, journals: readonly SealedJournal[]): boolean {
  const place = behind(previous);
  return (
    seal.era === place.era &&
    seal.fromXid === place.xid &&
    BigInt(journals.length) === seal.journals &&
    chain(previous?.hash ?? emptyHash, journals).equals(seal.hash)
  );
}

/** A seal up to which the chain was recomputed. */
export interface ChainPoint {
  readonly seal: bigint;
  readonly hash: Buffer;
}

/** How the recomputing of the chain ended. */
export interface Recomputed {
  /** Seals that fit, from the first on or behind the point that was given. */
  readonly seals: number;
  /** The last seal that fits; undefined when there is none. */
  readonly last?: ChainPoint & { readonly madeAt: Date };
  /** The first that does not fit. */
  readonly broken?: bigint;
}

function sealAt(db: Queryable, { seal, hash }: ChainPoint): Promise<Seal | undefined> {
  return db.first(sql<Seal>`
    select seq, era, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash
    from ledger_seals where seq = ${seal} and hash = ${hash}`);
}

/**
 * Recomputes the chain over all eras, from the first seal or from behind a point that an earlier check has
 * reached, to the last or the first that does not fit, part by part. Without a point it needs no trust in
 * an earlier check; with one it takes as long as there are new seals.
 */
export async function recomputeChain(db: Queryable, from?: ChainPoint): Promise<Recomputed> {
  const eras = await readEras(db);
  let previous = from && (await sealAt(db, from));
  if (from && !previous) return { seals: 0, broken: from.seal };
  let seals = 0;
  const until = async () => (previous ? { last: await reached(db, previous) } : {});
  for (;;) {
    const next = await sealsBehind(db, previous?.seq ?? leastId);
    if (next.length === 0) return { seals, ...(await until()) };
    const journals = await journalsIn(
      db,
      // One more than there should be shows that there are too many.
      next.map((seal) => ({ ...seal, ...journalsOf(eras, seal.era), most: seal.journals + 1n })),
    );
    for (const [i, seal] of next.entries()) {
      if (!fits(seal, previous, journals[i] ?? []))
        return { seals, broken: seal.seq, ...(await until()) };
      previous = seal;
      seals += 1;
    }
  }
}

async function reached(db: Queryable, { seq, hash }: Seal) {
  const { madeAt } = await db.one(sql<{ madeAt: Date }>`
    select sealed_at as "madeAt" from ledger_seals where seq = ${seq}`);
  return { seal: seq, hash, madeAt };
}
