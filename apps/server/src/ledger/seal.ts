import { createHash } from 'node:crypto';
import { type Db, type Queryable, sql, type Tx } from '../platform/db/db.ts';
import { followMove, lockSeals, readEras } from './eras.ts';
import {
  end,
  greatestId,
  insertSeal,
  journalsIn,
  journalsOfEra,
  lastSeal,
  lastXid,
  type Range,
  type Seal,
  type SealedJournal,
} from './seal-queries.ts';
import { addToTree } from './tree.ts';

export const emptyHash = Buffer.alloc(32);

/** A position in the chain: the next transaction to seal. */
interface Place {
  readonly era: bigint;
  readonly xid: string;
}

const start: Place = { era: 0n, xid: '0' };

/** Continues the hash chain over some journals. */
export function chain(previous: Buffer, journals: readonly SealedJournal[]): Buffer {
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

/** Where the next seal begins. */
export function behind(seal: Pick<Seal, 'era' | 'toXid'> | undefined): Place {
  if (!seal) return start;
  return seal.toXid === end ? { era: seal.era + 1n, xid: '0' } : { era: seal.era, xid: seal.toXid };
}

/** Journals per seal; more only when its last transaction has more, as transactions are not split. */
const sealAtOnce = 10_000;

/** Shortens a range to end after the transaction with journal number `atOnce`. */
async function bounded(tx: Tx, range: Range, atOnce: number): Promise<Range> {
  const full = await tx.first(sql<{ xid: string }>`
    select xid::text from ledger_journals
    where xid >= ${range.fromXid}::xid8 and xid <= ${lastXid(range.toXid)}::xid8
      and id >= ${range.firstJournal} and id <= ${range.lastJournal}
    order by ledger_journals.xid, id offset ${atOnce - 1} limit 1`);
  return full && full.xid !== end ? { ...range, toXid: String(BigInt(full.xid) + 1n) } : range;
}

/** The range that can be sealed now: all of an ended era, else all transactions before the oldest running one. */
async function sealableRange(tx: Queryable, { era, xid }: Place): Promise<Range> {
  const eras = await readEras(tx);
  const { horizon } = await tx.one(
    sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
  );
  const ended = eras.some(({ seq }) => seq > era);
  return { fromXid: xid, toXid: ended ? end : horizon, ...journalsOfEra(eras, era) };
}

/**
 * Seals journals of finished transactions, the oldest first, at most about `atOnce` per seal, and adds the seal to the
 * tree; returns how many journals. A lock serialises sealers.
 */
export async function sealLedger(tx: Tx, atOnce = sealAtOnce): Promise<number> {
  await lockSeals(tx);
  await followMove(tx);
  const last = await lastSeal(tx);
  const place = behind(last);
  const range = await bounded(tx, await sealableRange(tx, place), atOnce);
  const [journals = []] = await journalsIn(tx, [{ ...range, most: greatestId }]);
  const closes = range.toXid === end;
  if (journals.length === 0 && !closes) return 0;
  const hash = chain(last?.hash ?? emptyHash, journals);
  const seq = (last?.seq ?? 0n) + 1n;
  const count = journals.length;
  const sealedAt = await insertSeal(tx, { seq, era: place.era, range, journals: count, hash });
  await addToTree(tx, { seq, journals: BigInt(count), hash, sealedAt }, journals);
  // A seal that closes an era is rarely full, so the next era's first seal follows at once.
  return count + (closes ? await sealLedger(tx, atOnce) : 0);
}

/** Seals everything that can be sealed. */
export async function sealAll(db: Db): Promise<void> {
  while ((await db.tx((tx) => sealLedger(tx))) >= sealAtOnce);
}

/** For how long the oldest journal waits for its seal; 0 when none does. It reads one row of an index. */
export async function secondsUnsealed(db: Queryable): Promise<number> {
  const { fromXid, firstJournal, lastJournal } = await sealableRange(
    db,
    behind(await lastSeal(db)),
  );
  const oldest = await db.first(sql<{ seconds: number }>`
    select extract(epoch from app_now() - created_at)::float8 as seconds from ledger_journals
    where xid >= ${fromXid}::xid8 and id >= ${firstJournal} and id <= ${lastJournal}
    order by xid, id limit 1`);
  return Math.max(0, oldest?.seconds ?? 0);
}
