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

/** The journals of finished transactions in a range, in the order of the chain. */
function journalsIn(db: Queryable, { fromXid, toXid, firstJournal, lastJournal }: Range) {
  return db.rows(sql<SealedJournal>`
    select j.id, j.owner, j.key, j.kind, j.reference, j.input_hash as "inputHash",
      to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "createdAt",
      j.facts::text,
      (select string_agg(a.name || ' ' || p.currency || ' ' || p.amount, ';' order by position)
        from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.owner = j.owner and p.journal_id = j.id) as entries
    from ledger_journals j
    where j.xid >= ${fromXid}::xid8 and j.xid <= ${lastXid(toXid)}::xid8
      and j.id >= ${firstJournal} and j.id <= ${lastJournal}
    order by j.xid, j.id`);
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
  const journals = await journalsIn(tx, range);
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

/** Recomputes the whole chain over all eras; answers the first seal that does not fit, if any. */
export async function brokenSeal(db: Queryable): Promise<bigint | undefined> {
  const eras = await readEras(db);
  const seals = await db.rows(sql<Seal>`
    select seq, era, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash
    from ledger_seals order by seq`);
  let previous: Seal | undefined;
  for (const seal of seals) {
    const place = behind(previous);
    const journals = await journalsIn(db, { ...seal, ...journalsOf(eras, seal.era) });
    const fits =
      seal.era === place.era &&
      seal.fromXid === place.xid &&
      BigInt(journals.length) === seal.journals &&
      chain(previous?.hash ?? emptyHash, journals).equals(seal.hash);
    if (!fits) return seal.seq;
    previous = seal;
  }
  return undefined;
}
