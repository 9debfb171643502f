import type { Entry, Unit } from '../../ledger/ledger.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

interface Correction {
  readonly id: string;
  readonly reason: string;
  readonly askedBy: string;
  readonly decision: 'booked' | 'rejected' | null;
  readonly decidedBy: string | null;
  readonly createdAt: Date;
  readonly entries: readonly Entry[];
}

type Stored = Omit<Correction, 'entries'> & {
  readonly entries: readonly { account: string; currency: Unit; amount: string }[];
};

const readEntries = (stored: Stored): Correction => ({
  ...stored,
  entries: stored.entries.map(({ account, currency, amount }) => ({
    account,
    currency,
    amountMinor: BigInt(amount),
  })),
});

/** Stores a correction that waits. */
export async function insertCorrection(
  db: Queryable,
  {
    id,
    entries,
    reason,
    askedBy,
  }: { id: string; entries: readonly Entry[]; reason: string; askedBy: string },
): Promise<void> {
  const stored = entries.map(({ account, currency, amountMinor }) => ({
    account,
    currency,
    amount: String(amountMinor),
  }));
  await db.run(sql`
    insert into ledger_corrections (id, entries, reason, asked_by)
    values (${id}, ${JSON.stringify(stored)}::jsonb, ${reason}, ${askedBy})`);
}

/** Locks a correction and reads it. */
export async function lockCorrection(tx: Tx, id: string): Promise<Correction | undefined> {
  const found = await tx.first(sql<Stored>`
    select id, reason, asked_by as "askedBy", decision, decided_by as "decidedBy", created_at as "createdAt", entries
    from ledger_corrections where id = ${id} for update`);
  return found && readEntries(found);
}

/** Marks a locked correction as decided. */
export async function decideCorrection(
  tx: Tx,
  { id, by, decision }: { id: string; by: string; decision: 'booked' | 'rejected' },
): Promise<void> {
  await tx.run(sql`
    update ledger_corrections set decision = ${decision}, decided_by = ${by}, decided_at = app_now()
    where id = ${id}`);
}

/** Corrections, the newest first, behind one (empty: from the newest). */
export async function pageOfCorrections(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<Correction[]> {
  const found = await db.rows(sql<Stored>`
    select id, reason, asked_by as "askedBy", decision, decided_by as "decidedBy", created_at as "createdAt", entries
    from ledger_corrections
    where ${after} = '' or (created_at, id) < (select created_at, id from ledger_corrections where id = ${after})
    order by created_at desc, id desc limit ${limit}`);
  return found.map(readEntries);
}
