/** Takes points back: of refunded lines, and of orders whose payment was reversed. */
import { least } from '@giftlane/contract/money/money.ts';
import { enqueue } from '../../jobs/jobs.ts';
import { type Journal, lockBalance, pointsOf, postAll, walletOf } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { lockOrder, type Order, type OrderKey } from '../orders/orders.ts';
import { takeBonusBack } from './bonus-back.ts';
import { isFriendOrder, lockFriend } from './friend-queries.ts';
import { undoneJob } from './jobs.ts';
import { backJournal } from './postings.ts';
import { earningsOf, isReversed, noteTaken, type TakenEarning } from './queries.ts';

/** A refunded line, and the most that may be withheld from its refund, in the order's currency. */
export interface LineBack {
  readonly lineId: string;
  readonly withholdableMinor: bigint;
}

export interface PointsBack {
  readonly journals: readonly Journal[];
  /** Amounts withheld from refunds for points already spent, by line, in the order's currency. */
  readonly withheldMinor: ReadonlyMap<string, bigint>;
}

/** Value of some of a line's points in the order's currency; all points together give exactly `houseMinor`. */
const valueInOrderCurrency = ({ houseMinor, points }: TakenEarning, some: bigint) =>
  (houseMinor * some) / points;

/**
 * Takes back the points that lines of a locked order earned: from the member's points up to their balance; the
 * rest is withheld from the refund. The caller posts the journals, and calls this after it has locked the
 * codes: balances are locked last, the wallet before the points.
 */
export async function takePointsBack(
  tx: Tx,
  order: OrderKey,
  lines: readonly LineBack[],
): Promise<PointsBack> {
  const earnings = await earningsOf(
    tx,
    order,
    lines.map(({ lineId }) => lineId),
  );
  const [first] = earnings;
  if (!first) return { journals: [], withheldMinor: new Map() };
  await lockBalance(tx, walletOf(first.memberId, first.currency));
  let left = await lockBalance(tx, pointsOf(first.memberId, first.currency));
  const parts = earnings.map((earning) => {
    const { lineId, points, takenPoints } = earning;
    const taken = least(points - takenPoints, left);
    left -= taken;
    const backMinor =
      valueInOrderCurrency(earning, takenPoints + taken) -
      valueInOrderCurrency(earning, takenPoints);
    const restMinor = earning.houseMinor - valueInOrderCurrency(earning, takenPoints + taken);
    const room = lines.find((line) => line.lineId === lineId)?.withholdableMinor ?? 0n;
    return { earning, lineId, points: taken, backMinor, withheldMinor: least(restMinor, room) };
  });
  await noteTaken(tx, order, parts);
  return {
    journals: parts
      .filter(({ points }) => points > 0n)
      .map(({ earning, points, backMinor }) =>
        backJournal({ ...earning, points, houseMinor: backMinor }, earning.takenPoints),
      ),
    withheldMinor: new Map(parts.map(({ lineId, withheldMinor }) => [lineId, withheldMinor])),
  };
}

/** Enqueues a review of the friend bonus when this order is a friend's qualifying purchase. */
export async function followRefund(tx: Tx, { memberId, id }: OrderKey): Promise<void> {
  if (await isFriendOrder(tx, { memberId, id }))
    await enqueue(tx, { job: undoneJob, payload: { memberId, orderId: id } });
}

/** Enqueues a review of all points of an order whose payment was reversed. */
export async function followReversal(tx: Tx, { memberId, id }: OrderKey): Promise<void> {
  await enqueue(tx, { job: undoneJob, payload: { memberId, orderId: id } });
}

async function takeAllBack(tx: Tx, order: Order): Promise<void> {
  const kept = order.lines.filter((line) => !line.refundedAt);
  const { journals } = await takePointsBack(
    tx,
    order,
    kept.map(({ id }) => ({ lineId: id, withholdableMinor: 0n })),
  );
  if (journals.length > 0) await postAll(tx, journals);
}

/**
 * Takes back, up to the balances, the points an order brought: its own when its payment was reversed, and the
 * inviter's bonus when it was reversed or refunded. The friend row is locked before balances, as everywhere.
 */
export async function undo({ db }: { db: Db }, key: OrderKey): Promise<void> {
  await db.tx(async (tx) => {
    const order = await lockOrder(tx, key);
    const reversed = await isReversed(tx, key);
    const friend = await lockFriend(tx, key.memberId);
    if (reversed) await takeAllBack(tx, order);
    const spoilt = reversed || order.refundedMinor > 0n;
    if (spoilt && friend?.orderId === key.id) await takeBonusBack(tx, friend);
  });
}
