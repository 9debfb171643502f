/** Money of top-ups that the provider took back, as far as it was left: set aside until somebody decides. */
import type { Currency } from '@giftlane/contract/money.ts';
import { lockBalance, openFrozen, post, walletOf } from '../../ledger/ledger.ts';
import { type Queryable, sql, type Tx } from '../../platform/db.ts';
import {
  type Frozen,
  type FrozenEnd,
  freezeJournal,
  frozenEndJournal,
  type TakenBack,
} from './postings.ts';

/**
 * Sets aside what is left in the wallet of money that the provider has taken back, `newMinor` at most:
 * the balance never falls below zero.
 */
export async function freezeLeft(tx: Tx, taken: TakenBack, newMinor: bigint): Promise<void> {
  const { memberId, currency } = taken;
  await openFrozen(tx, memberId, currency);
  const balance = await lockBalance(tx, walletOf(memberId, currency));
  const leftMinor = balance < newMinor ? balance : newMinor;
  if (leftMinor > 0n) await post(tx, freezeJournal(taken, leftMinor));
}

/** What is set aside, or was, of one capture or of all of which something is left. */
function frozenRows(db: Queryable, captureId: string | null, limit: number) {
  return db.rows(sql<Frozen & { currency: Currency }>`
    select a.owner as "memberId", j.reference as "topUpId", split_part(j.key, ':', 2) as "captureId",
      p.currency, sum(p.amount)::bigint as "amountMinor",
      (sum(p.amount) filter (where p.amount > 0))::bigint as "everMinor"
    from ledger_accounts a
    join ledger_balances b on b.account_id = a.id
    join ledger_postings p on p.account_id = a.id
    join ledger_journals j on j.owner = p.owner and j.id = p.journal_id
    where a.name like 'member:%:frozen:%' and (b.balance > 0)
      and (${captureId}::text is null or split_part(j.key, ':', 2) = ${captureId}::text)
    group by 1, 2, 3, 4 having sum(p.amount) > 0
    order by min(j.created_at) limit ${limit}`);
}

/** What is set aside, the longest first. */
export const listFrozen = (db: Queryable): Promise<Frozen[]> => frozenRows(db, null, 200);

/** Ends what is set aside of a capture, once; undefined when nothing is (any more). */
export async function endFrozen(
  tx: Tx,
  captureId: string,
  end: FrozenEnd,
): Promise<Frozen | undefined> {
  const [found] = await frozenRows(tx, captureId, 1);
  if (!found) return undefined;
  await post(tx, frozenEndJournal(found, end));
  return found;
}
