/** Money of top-ups that the provider took back, as far as it was left: set aside until somebody decides. */
import { type Currency, least } from '@giftlane/contract/money.ts';
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
 * the balance never falls below zero. Answers how much that is.
 */
export const freezeLeft = (tx: Tx, taken: TakenBack, newMinor: bigint): Promise<bigint> =>
  setAside(tx, taken, { mostMinor: newMinor, late: false });

async function setAside(
  tx: Tx,
  taken: TakenBack,
  { mostMinor, late }: { mostMinor: bigint; late: boolean },
): Promise<bigint> {
  const { memberId, currency } = taken;
  await openFrozen(tx, memberId, currency);
  const balance = await lockBalance(tx, walletOf(memberId, currency));
  const leftMinor = least(balance, mostMinor);
  if (leftMinor > 0n) await post(tx, freezeJournal(taken, leftMinor, late));
  return leftMinor;
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

/** What is decided of money that was taken back: so much of it, of all that was open. */
interface Decided {
  readonly end: FrozenEnd;
  readonly minor: bigint;
  readonly openMinor: bigint;
}

/**
 * Ends what is set aside of a capture, as far as that is decided; undefined when nothing is (any more). What was spent is
 * gone first: what the house keeps comes out of what is set aside, and as long as some of the rest is open, as much as that
 * is not released. The caller has locked the capture.
 */
export async function endFrozen(
  tx: Tx,
  captureId: string,
  { end, minor, openMinor }: Decided,
): Promise<Frozen | undefined> {
  const [found] = await frozenRows(tx, captureId, 1);
  if (!found) return undefined;
  const releasedMinor = found.amountMinor - (openMinor - minor);
  const endsMinor = end === 'kept' ? least(minor, found.amountMinor) : releasedMinor;
  if (endsMinor <= 0n) return undefined;
  await post(tx, frozenEndJournal({ ...found, endsMinor }, end));
  return { ...found, amountMinor: endsMinor };
}

/**
 * What came back into a wallet since out of orders that were not paid then, also where they were paid later and refunded, but
 * for what was set aside of that already.
 */
async function cameBack(
  tx: Tx,
  { memberId, currency }: TakenBack,
  since: Date | null,
): Promise<bigint> {
  const { minor } = await tx.one(sql<{ minor: bigint }>`
    select coalesce(sum(p.amount), 0)::bigint as minor
    from ledger_journals j
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      and p.account_id = (select id from ledger_accounts where name = ${walletOf(memberId, currency)})
    where j.owner = ${memberId} and j.created_at >= ${since}::timestamptz
      and (j.kind = 'freeze' and j.key like '%:late'
        or j.kind in ('release', 'capture', 'refund')
          and exists (select 1 from ledger_journals h where h.owner = j.owner
            and h.key = 'order:' || j.reference || ':hold' and h.created_at <= ${since}::timestamptz)
          and not exists (select 1 from ledger_journals s where s.owner = j.owner
            and s.key = 'order:' || j.reference || ':sale' and s.created_at < ${since}::timestamptz))`);
  return minor > 0n ? minor : 0n;
}

interface Kept {
  readonly openMinor: bigint;
  /** What lay in unpaid orders when it was taken, and since when. */
  readonly heldMinor: bigint;
  readonly takenAt: Date | null;
}

/**
 * The house keeps what the provider will not pay again: what is set aside, and what came back into the wallet since, of
 * what lay in unpaid orders then. Answers what that is together; undefined when nothing is.
 */
export async function keepFrozen(
  tx: Tx,
  taken: TakenBack,
  { openMinor, heldMinor, takenAt }: Kept,
): Promise<Frozen | undefined> {
  const [found] = await frozenRows(tx, taken.captureId, 1);
  const missingMinor = openMinor - (found?.amountMinor ?? 0n);
  const mostMinor = least(heldMinor, missingMinor);
  if (mostMinor > 0n) {
    const backMinor = await cameBack(tx, taken, takenAt);
    await setAside(tx, taken, { mostMinor: least(mostMinor, backMinor), late: true });
  }
  return endFrozen(tx, taken.captureId, { end: 'kept', minor: openMinor, openMinor });
}
