import { createHash } from 'node:crypto';
import { type Db, type Queryable, sql, type Tx } from '../platform/db.ts';

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

/** The journals of finished transactions from_xid <= xid < to_xid, in the order of the chain. */
function journalsBetween(db: Queryable, fromXid: string, toXid: string) {
  return db.rows(sql<SealedJournal>`
    select j.id, j.owner, j.key, j.kind, j.reference, j.input_hash as "inputHash",
      to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "createdAt",
      j.facts::text,
      (select string_agg(a.name || ' ' || p.currency || ' ' || p.amount, ';' order by position)
        from ledger_postings p join ledger_accounts a on a.id = p.account_id
        where p.owner = j.owner and p.journal_id = j.id) as entries
    from ledger_journals j
    where j.xid >= ${fromXid}::xid8 and j.xid < ${toXid}::xid8 order by j.xid, j.id`);
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
  fromXid: string;
  toXid: string;
  journals: bigint;
  hash: Buffer;
}

function lastSeal(tx: Queryable) {
  return tx.first(sql<Seal>`
    select seq, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash
    from ledger_seals order by seq desc limit 1`);
}

/** Journals of one seal, but for those of its last transaction. */
const sealAtOnce = 10_000;

/** Where a seal ends: at the horizon, or behind the transaction that makes it full. */
async function boundOf(
  tx: Tx,
  { fromXid, horizon, atOnce }: { fromXid: string; horizon: string; atOnce: number },
): Promise<string> {
  const full = await tx.first(sql<{ xid: string }>`
    select xid::text from ledger_journals
    where xid >= ${fromXid}::xid8 and xid < ${horizon}::xid8
    order by xid, id offset ${atOnce - 1} limit 1`);
  return full ? String(BigInt(full.xid) + 1n) : horizon;
}

/**
 * Seals the journals of transactions that have finished since the last seal, the oldest first, as many
 * as one seal takes; answers how many. One seal at a time: the lock makes a second sealer wait.
 */
export async function sealLedger(tx: Tx, atOnce = sealAtOnce): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('ledger seal'))`);
  const last = await lastSeal(tx);
  const { horizon } = await tx.one(
    sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  );
  const fromXid = last?.toXid ?? '0';
  if (BigInt(horizon) <= BigInt(fromXid)) return 0;
  const toXid = await boundOf(tx, { fromXid, horizon, atOnce });
  const journals = await journalsBetween(tx, fromXid, toXid);
  if (journals.length === 0) return 0;
  const hash = chain(last?.hash ?? emptyHash, journals);
  await tx.run(sql`
    insert into ledger_seals (seq, from_xid, to_xid, journals, hash)
    values (${(last?.seq ?? 0n) + 1n}, ${fromXid}::xid8, ${toXid}::xid8,
      ${journals.length}, ${hash})`);
  return journals.length;
}

/** Seals all there is to seal. */
export async function sealAll(db: Db): Promise<void> {
  while ((await db.tx((tx) => sealLedger(tx))) >= sealAtOnce);
}

/** Recomputes the whole chain; answers the first seal that does not fit, if any. */
export async function brokenSeal(db: Queryable): Promise<bigint | undefined> {
  const seals = await db.rows(sql<Seal>`
    select seq, from_xid::text as "fromXid", to_xid::text as "toXid", journals, hash
    from ledger_seals order by seq`);
  let previous: Buffer = emptyHash;
  let reached = '0';
  for (const seal of seals) {
    const journals = await journalsBetween(db, seal.fromXid, seal.toXid);
    const fits =
      seal.fromXid === reached &&
      BigInt(journals.length) === seal.journals &&
      chain(previous, journals).equals(seal.hash);
    if (!fits) return seal.seq;
    previous = seal.hash;
    reached = seal.toXid;
  }
  return undefined;
}
