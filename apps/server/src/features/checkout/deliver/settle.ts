/** Turning a paid order into delivered codes. All of it inside the caller's transaction. */
import { enqueue } from '../../../jobs/jobs.ts';
import { hasJournal, openAccounts, post } from '../../../ledger/ledger.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { findMember, holdMembers, isActive } from '../../accounts/accounts.ts';
import {
  type Order,
  type OrderKey,
  type OrderLine,
  setLineStates,
  setOrderState,
} from '../../orders/orders.ts';
import { convert } from '../../rates/rates.ts';
import { reservedByLine, sellCodes, takeAllCodes } from '../../stock/stock.ts';
import { isBorne } from '../disputes/decision-queries.ts';
import { deliveredJob } from '../jobs.ts';
import { takingOf } from '../place/placing.ts';
import { cashbackJournal } from '../postings.ts';
import { paymentsGone } from '../queries.ts';

/** Tries to complete a line's reservation; false when the stock does not suffice. */
async function completeLine(tx: Tx, order: Order, line: OrderLine, reserved: number) {
  if (reserved >= line.quantity) return true;
  try {
    const missing = { ...line, quantity: line.quantity - reserved };
    await takeAllCodes(tx, takingOf([{ ...order, lines: [missing] }], 'reserved'));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order.out_of_stock') return false;
    throw error;
  }
}

/** The journal of an order's cashback. */
export const cashbackKey = ({ memberId, id }: OrderKey) => ({
  owner: memberId,
  key: `order:${id}:cashback`,
});

/** Whether an order's cashback is in the wallet. */
export function isCashbackCredited(tx: Tx, order: Order): Promise<boolean> {
  const { owner, key } = cashbackKey(order);
  return hasJournal(tx, owner, key);
}

/** The cashback of the lines a member kept. */
export function cashbackDue(order: Order): bigint {
  const kept = order.lines.filter((line) => !line.refundedAt);
  return kept.reduce((sum, line) => sum + line.cashbackMinor, 0n);
}

/** Credits an order's cashback once, unless the house bears its loss; false when it needs a rate that is not there yet. */
export async function creditCashback(tx: Tx, order: Order): Promise<boolean> {
  const cashbackMinor = cashbackDue(order);
  if (cashbackMinor === 0n || (await isCashbackCredited(tx, order))) return true;
  if (await isBorne(tx, order)) return true;
  const member = await findMember(tx, order.memberId);
  if (!member || member.closedAt) return true;
  await openAccounts(tx, order.memberId, member.currency);
  try {
    const conversion =
      member.currency === order.currency
        ? undefined
        : await convert(tx, cashbackMinor, { from: order.currency, to: member.currency });
    await post(tx, cashbackJournal({ ...order, cashbackMinor }, conversion));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rates.unavailable') return false;
    throw error;
  }
}

/**
 * Whether money that came late may still be a member's: not of one who is frozen, nor of an account that is
 * closed, which nobody closes until the transaction ends.
 */
export async function takesLate(tx: Tx, memberId: string): Promise<boolean> {
  await holdMembers(tx, [memberId]);
  return isActive(await findMember(tx, memberId));
}

/** Completes the reservations of lines as far as the stock goes; answers the ids of the complete ones. */
async function completeLines(tx: Tx, order: Order, open: readonly OrderLine[]): Promise<string[]> {
  const reserved = await reservedByLine(
    tx,
    open.map((line) => line.id),
  );
  const complete: string[] = [];
  // Lines are in the order of cards, which is the order of locks.
  for (const line of open)
    if (await completeLine(tx, order, line, reserved.get(line.id) ?? 0)) complete.push(line.id);
  return complete;
}

/**
 * Delivers what a paid order's lines have codes for; all or nothing per line. An order with lines left
 * waits as accepted, and so does one of a frozen member or whose payment is gone, with what it has reserved. Expects the
 * order locked, in state paid or accepted; safe to repeat.
 */
export async function deliverOrder(tx: Tx, order: Order): Promise<void> {
  const open = order.lines.filter((line) => line.state < 3 && !line.refundedAt);
  // What has just come was there a moment ago.
  const unpaid = order.state === 'accepted' && (await paymentsGone(tx, [order])).has(order.id);
  const held = unpaid || (await findMember(tx, order.memberId))?.frozenAt;
  const complete = held ? [] : await completeLines(tx, order, open);
  await sellCodes(tx, complete);
  await setLineStates(tx, order, { lineIds: complete, state: 3 });
  const waiting = open.filter((line) => !complete.includes(line.id)).map((line) => line.id);
  if (waiting.length > 0) {
    await setLineStates(tx, order, { lineIds: waiting, state: 2 });
    if (order.state !== 'accepted') await setOrderState(tx, order, { state: 'accepted' });
    return;
  }
  await setOrderState(tx, order, { state: 'delivered' });
  if (!unpaid) await creditCashback(tx, order);
  await enqueue(tx, {
    job: deliveredJob,
    payload: { memberId: order.memberId, orderId: order.id },
  });
}
