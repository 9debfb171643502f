/** Frozen money: what is left in the wallet of a reversed top-up, until an operator decides. */
import { type Currency, least } from '@giftlane/contract/money/money.ts';
import { frozenOf, lockBalance, openFrozen, post, walletOf } from '../../ledger/ledger.ts';
import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';
import {
  type Frozen,
  type FrozenEnd,
  freezeJournal,
  frozenEndJournal,
  type TopUpReversal,
  unkeptJournal,
} from './postings.ts';

/**
 * Freezes up to `newMinor` of reversed money; never more than the wallet's balance. `late`: for money returned after
 * the reversal, the number of the wallet's last movement.
 */
export async function freezeLeft(
  tx: Tx,
  taken: TopUpReversal,
  newMinor: bigint,
  late?: bigint,
): Promise<void> {
  const { memberId, currency } = taken;
  await openFrozen(tx, memberId, currency);
  const balance = await lockBalance(tx, walletOf(memberId, currency));
  const leftMinor = least(balance, newMinor);
  if (leftMinor > 0n) await post(tx, freezeJournal(taken, leftMinor, late));
}

/** Frozen money per capture, of one capture or of all; only captures with some left. */
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

/** Frozen money, the oldest first; at most 200 captures. */
export const listFrozen = (db: Queryable): Promise<Frozen[]> => frozenRows(db, null, 200);

/** What is frozen of a capture. */
export const frozenOfCapture = async (
  db: Queryable,
  captureId: string,
): Promise<Frozen | undefined> => (await frozenRows(db, captureId, 1))[0];

/** A decision about `minor` of the `openMinor` that were undecided. */
interface Decided {
  readonly end: FrozenEnd;
  readonly minor: bigint;
  readonly openMinor: bigint;
}

/**
 * Ends frozen money of a capture, as decided; undefined when there is nothing to end. A keep takes the frozen money
 * first; a release leaves `openMinor - minor` frozen, as that is undecided. The caller has locked the capture.
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
 * Freezes again what the house kept of a capture beyond `settledMinor`: it was kept as a refund by the shop, but a
 * dispute took it.
 */
export async function undoKept(
  tx: Tx,
  taken: TopUpReversal & { readonly takenId: string; readonly settledMinor: bigint },
): Promise<void> {
  const { memberId, topUpId, captureId, currency, settledMinor } = taken;
  const { keptMinor } = await tx.one(sql<{ keptMinor: bigint }>`
    select coalesce(-sum(p.amount), 0)::bigint as "keptMinor" from ledger_journals j
    join ledger_postings p on p.owner = j.owner and p.journal_id = j.id
      and p.account_id = (select id from ledger_accounts where name = ${frozenOf(memberId, currency)})
    where j.owner = ${memberId} and j.reference = ${topUpId} and j.kind = 'keep'
      and split_part(j.key, ':', 2) = ${captureId}`);
  const amountMinor = keptMinor - least(keptMinor, settledMinor);
  if (amountMinor > 0n) await post(tx, unkeptJournal(taken, amountMinor));
}

/** A movement of the wallet; `orderId` is null when no order caused it. */
interface Moved {
  readonly nth: bigint;
  readonly orderId: string | null;
  /** True while the order may still return money. */
  readonly open: boolean;
  readonly amountMinor: bigint;
  /** True for movements up to the reversal. */
  readonly before: boolean;
}

/**
 * Wallet movements since the top-up was credited. The reversal is the last undecided one that the wallet could not
 * cover: it left the wallet empty. No movements when all were covered.
 */
const movedSince = (
  tx: Tx,
  { memberId, topUpId, captureId, currency, reversedMinor }: TopUpReversal,
  openMinor: bigint,
) =>
  tx.rows(sql<Moved>`
    with taken as (
      select max(r.created_at) as at from ledger_journals r
      join ledger_postings p on p.owner = r.owner and p.journal_id = r.id
      where r.owner = 'house' and r.reference = ${captureId} and r.kind = 'reversal'
        and split_part(r.key, ':', 4)::bigint > ${reversedMinor - openMinor}::bigint
        and p.amount > coalesce((select sum(f.amount) from ledger_journals j
          join ledger_postings f on f.owner = j.owner and f.journal_id = j.id and f.amount > 0
          where j.owner = ${memberId}
            and j.key = 'capture:' || ${captureId}::text || ':frozen:' || split_part(r.key, ':', 4)), 0))
    select m.nth, case when m.kind in ('hold', 'release', 'buy', 'capture', 'refund', 'claim') then j.reference end as "orderId",
      coalesce(o.state in ('pending', 'paid', 'accepted'), false) as open,
      m.amount as "amountMinor", m.moved_at <= taken.at as before
    from taken, ledger_accounts a
    join ledger_journals added on added.owner = ${memberId} and added.key = ${`add:${topUpId}`}
    join ledger_movements m on m.account_id = a.id and m.moved_at >= added.created_at
    join ledger_journals j on j.owner = m.owner and j.id = m.journal_id
    left join orders o on o.member_id = j.owner and o.id = j.reference
    where a.name = ${walletOf(memberId, currency)} and taken.at is not null order by m.nth`);

/** Money that orders returned to the wallet, and the open orders that may return more. */
interface Back {
  readonly minor: bigint;
  readonly orderIds: readonly string[];
}

/**
 * The money still in the wallet that came back from orders paid between a top-up and its reversal, per order at most
 * what the wallet paid. Later outgoing movements use up this money first; what they pay for an order counts again when
 * it comes back.
 */
function backOf(moved: readonly Moved[]): Back {
  let minor = 0n;
  const paidIn = new Map<string, bigint>();
  for (const { orderId, amountMinor, before } of moved) {
    const paid = paidIn.get(orderId ?? '') ?? 0n;
    const outMinor =
      amountMinor < 0n
        ? least(-amountMinor, before ? -amountMinor : minor)
        : -least(amountMinor, paid);
    if (orderId !== null) paidIn.set(orderId, paid + outMinor);
    if (!before) minor -= outMinor;
  }
  const isOpen = ({ orderId, open }: Moved) => open && (paidIn.get(orderId ?? '') ?? 0n) > 0n;
  return { minor, orderIds: [...new Set(moved.filter(isOpen).map((one) => one.orderId ?? ''))] };
}

/**
 * Freezes money that orders returned after the reversal, up to the missing amount. When it does not suffice and open
 * orders may still return more, it freezes nothing and returns those orders.
 */
export async function freezeReturned(
  tx: Tx,
  taken: TopUpReversal,
  openMinor: bigint,
): Promise<readonly string[]> {
  const [found] = await frozenRows(tx, taken.captureId, 1);
  const missingMinor = openMinor - (found?.amountMinor ?? 0n);
  if (missingMinor <= 0n) return [];
  const moved = await movedSince(tx, taken, openMinor);
  const { minor, orderIds } = backOf(moved);
  if (minor < missingMinor && orderIds.length > 0) return orderIds;
  if (minor > 0n) await freezeLeft(tx, taken, least(minor, missingMinor), moved.at(-1)?.nth);
  return [];
}
