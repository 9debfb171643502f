/** Delivers paid orders. All functions run inside the caller's transaction. */
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

/** Tries to reserve a line's missing codes; false when stock is short. */
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

/** The key of an order's cashback journal. */
export const cashbackKey = ({ memberId, id }: OrderKey) => ({
  owner: memberId,
  key: `order:${id}:cashback`,
});

/** True when an order's cashback was credited. */
export function isCashbackCredited(tx: Tx, order: Order): Promise<boolean> {
  const { owner, key } = cashbackKey(order);
  return hasJournal(tx, owner, key);
}

/** The cashback of the lines not refunded, in minor units. */
export function cashbackDue(order: Order): bigint {
  const kept = order.lines.filter((line) => !line.refundedAt);
  return kept.reduce((sum, line) => sum + line.cashbackMinor, 0n);
}

/**
 * Credits an order's cashback once, unless the house bore the loss of its payment or the account is closed. False when
 * an exchange rate is missing.
 */
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

/** True when late money may be credited: the account is active, and locked until the transaction ends. */
export async function acceptsLateMoney(tx: Tx, memberId: string): Promise<boolean> {
  await holdMembers(tx, [memberId]);
  return isActive(await findMember(tx, memberId));
}

/** Reserves the lines' missing codes as far as stock allows; returns the ids of complete lines. */
async function completeLines(tx: Tx, order: Order, open: readonly OrderLine[]): Promise<string[]> {
  const reserved = await reservedByLine(
    tx,
    open.map((line) => line.id),
  );
  const complete: string[] = [];
  // Lines are sorted by card, which is the lock order.
  for (const line of open)
    if (await completeLine(tx, order, line, reserved.get(line.id) ?? 0)) complete.push(line.id);
  return complete;
}

/**
 * Delivers the lines of a paid order that have all their codes. An order with lines left becomes `accepted`, as does
 * one of a frozen member or whose payment is gone; its codes stay reserved. Expects the order locked, in state paid or
 * accepted. Safe to repeat.
 */
export async function deliverOrder(tx: Tx, order: Order): Promise<void> {
  const open = order.lines.filter((line) => line.state < 3 && !line.refundedAt);
  // A payment recorded in this transaction cannot be gone yet.
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
