/** The public interface of books: the ledger as bookkeepers read it, and corrections by two persons. */
import type { Chore } from '../../jobs/jobs.ts';
import { unknownAccounts } from '../../ledger/browse.ts';
import { countDays } from '../../ledger/days.ts';
import { type Entry, isShort, post } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seconds } from '../../platform/process/durations.ts';
import { newId } from '../../platform/secrets/ids.ts';
import { refuseDecided } from '../cases/cases.ts';
import { decideCorrection, insertCorrection, lockCorrection } from './queries.ts';

export { bookInvariants } from './invariants.ts';

/**
 * Stores a correction that waits for a second person. Refuses `ledger.unbalanced` and `ledger.unknown_account`.
 */
export async function askCorrection(
  db: Db,
  correction: { entries: readonly Entry[]; reason: string; askedBy: string },
): Promise<string> {
  const { entries } = correction;
  const sums = Map.groupBy(entries, ({ currency }) => currency);
  const sumOf = (some: readonly Entry[]) => some.reduce((sum, one) => sum + one.amountMinor, 0n);
  const uneven = [...sums].find(([, some]) => sumOf(some) !== 0n);
  if (uneven || entries.some(({ amountMinor }) => amountMinor === 0n))
    throw new Refusal('ledger.unbalanced', { currency: (uneven?.[0] ?? '').toUpperCase() });
  const [unknown] = await unknownAccounts(db, entries);
  if (unknown !== undefined) throw new Refusal('ledger.unknown_account', { account: unknown });
  const id = newId('cor');
  await insertCorrection(db, { id, ...correction });
  return id;
}

/**
 * Books or rejects a correction, once. Refuses `ledger.no_correction`, `case.decided`, `ledger.second_person` to the
 * person who asked for it, and `ledger.short` when a member's account would go below zero.
 */
export async function endCorrection(
  db: Db,
  id: string,
  { by, decision }: { by: string; decision: 'booked' | 'rejected' },
): Promise<void> {
  try {
    await db.tx(async (tx) => {
      const correction = await lockCorrection(tx, id);
      if (!correction) throw new Refusal('ledger.no_correction');
      const { decision: outcome, decidedBy, askedBy, entries, reason } = correction;
      if (outcome !== null) return refuseDecided(tx, decidedBy, outcome);
      if (decision === 'booked' && by === askedBy) throw new Refusal('ledger.second_person');
      await decideCorrection(tx, { id, by, decision });
      if (decision === 'rejected') return;
      await post(tx, {
        owner: 'house',
        key: `correction:${id}`,
        kind: 'correction',
        reference: id,
        facts: { reason },
        entries,
      });
    });
  } catch (error) {
    throw isShort(error) ? new Refusal('ledger.short') : error;
  }
}

/** Periodic work: sums of days. */
export const bookChores = ({ db }: { readonly db: Db }): Chore[] => [
  { name: 'books.days', everyMs: seconds(20), run: (stopping) => countDays(db, stopping) },
];
