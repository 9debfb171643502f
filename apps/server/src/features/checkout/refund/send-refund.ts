/**
 * Claim, call, record: sending refunds to the card. A refund is asked for until it is made or the provider
 * says that it never will be; each step is safe to repeat, by several processes at once.
 */
import { post } from '../../../ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { hours, minutes, seconds } from '../../../platform/process/durations.ts';
import type { RefundRefusal } from '../../../providers/payments/port.ts';
import { lockOrder } from '../../orders/orders.ts';
import { isTopUp } from '../../topups/topups.ts';
import { askCaptureSoon } from '../capture/capture-queries.ts';
import { recordReversal } from '../disputes/resolve.ts';
import type { CheckoutParts } from '../parts.ts';
import type { Refund } from '../queries.ts';
import { refundUnpaid } from './refund.ts';
import { refundReversedJournal, refundSettledJournal } from './refund-postings.ts';
import {
  claimRefund,
  countOverdueRefunds,
  endRefund,
  leftForRefund,
  lockRefund,
  nextRefundTry,
  openRefunds,
  orderOfRefund,
  postponeRefund,
  refuseRefund,
  reopenRefund,
  setRefundReversed,
  takeDueRefunds,
} from './refund-queries.ts';

interface Claim {
  readonly refund: Refund;
  readonly attempt: number;
  readonly sentMinor: bigint;
  /** It may have been sent before. */
  readonly again: boolean;
}

/** Longer than the provider is waited for. */
const holdMs = minutes(1);

/**
 * What of a locked refund is not to be sent (any more), because the provider has given it back by itself:
 * a capture gives back no more than it took.
 */
async function newlyReversed(tx: Tx, refund: Refund): Promise<bigint> {
  const { leftMinor, untoldMinor } = await leftForRefund(tx, refund);
  const tooMuch = refund.amountMinor - refund.reversedMinor - (leftMinor > 0n ? leftMinor : 0n);
  const newMinor = tooMuch < untoldMinor ? tooMuch : untoldMinor;
  return newMinor > 0n ? newMinor : 0n;
}

/** Reduces a refund by what is not sent, of which `givenMinor` was paid back otherwise. Returns the rest. No attempt may be open. */
async function reduceRefund(
  tx: Tx,
  refund: Refund,
  { newMinor, givenMinor = 0n }: { newMinor: bigint; givenMinor?: bigint },
): Promise<bigint> {
  const reversedMinor = refund.reversedMinor + newMinor;
  if (newMinor > 0n) {
    await post(tx, refundReversedJournal(refund, { reversedMinor, newMinor }));
    await setRefundReversed(tx, refund.id, { reversedMinor, givenMinor });
  }
  return refund.amountMinor - reversedMinor;
}

/** Claims a try; undefined when there is nothing to send (any more). */
async function claim(tx: Tx, id: string): Promise<Claim | undefined> {
  const refund = await lockRefund(tx, id);
  if (refund?.state !== 'pending') return undefined;
  const again = refund.claimed;
  const sentMinor = again
    ? refund.amountMinor - refund.reversedMinor
    : await reduceRefund(tx, refund, { newMinor: await newlyReversed(tx, refund) });
  if (sentMinor === 0n) {
    await endRefund(tx, id, null);
    return undefined;
  }
  const attempt = await claimRefund(tx, id, holdMs);
  return { refund, attempt, sentMinor, again };
}

/** The key of a try at the provider. */
const keyOf = ({ refund: { id }, attempt }: Claim) => (attempt > 1 ? `${id}-${attempt}` : id);

/** Sends one refund to the provider and books it when it is done. */
export async function sendRefund(parts: CheckoutParts, refundId: string): Promise<void> {
  const claimed = await parts.db.tx((tx) => claim(tx, refundId));
  if (!claimed) return;
  const { refund, sentMinor, again } = claimed;
  const outcome = await parts.payments.refund(refund.captureId, {
    amountMinor: sentMinor,
    currency: refund.currency,
    key: keyOf(claimed),
    again,
  });
  crashPoint('checkout.refund_sent');
  if (outcome.kind === 'done') return settle(parts, refundId, outcome.value.refundId);
  if (outcome.kind === 'unknown') return askLater(parts, refundId, outcome.reason);
  return refuse(parts, claimed, outcome.reason);
}

function settle({ db }: CheckoutParts, id: string, providerRefundId: string): Promise<void> {
  return db.tx(async (tx) => {
    const refund = await lockRefund(tx, id);
    if (!refund || !(await endRefund(tx, id, providerRefundId))) return;
    await post(tx, refundSettledJournal(refund, refund.reversedMinor));
  });
}

const pauses = { firstMs: seconds(2), mostMs: hours(3) };

async function askLater(parts: CheckoutParts, refundId: string, problem: string): Promise<void> {
  parts.log.warn({ refundId, reason: problem }, 'a refund is unknown');
  await postponeRefund(parts.db, refundId, { ...pauses, problem });
}

/** The provider said no, and has made nothing with this key. */
async function refuse(parts: CheckoutParts, claimed: Claim, reason: RefundRefusal): Promise<void> {
  if (reason === 'too_much' && (await takesLess(parts, claimed))) return;
  const { id } = claimed.refund;
  // The money stays booked as owed; an operator has to look.
  parts.log.error({ refundId: id, reason }, 'the provider refused a refund');
  const over = reason === 'failed' || reason === 'too_much';
  await parts.db.tx((tx) =>
    refuseRefund(tx, id, { attempt: claimed.attempt, problem: reason, over }),
  );
}

/** Whether a refund was too much because the provider took money back: then less is sent, or it waits. */
async function takesLess(parts: CheckoutParts, { refund, attempt }: Claim): Promise<boolean> {
  const shown = await parts.payments.showCapture(refund.captureId);
  if (shown.kind === 'unknown') {
    await askLater(parts, refund.id, shown.reason);
    return true;
  }
  if (shown.kind === 'done' && shown.value.status === 'reversed')
    await recordReversal(parts, shown.value, { refused: refund.id });
  return parts.db.tx(async (tx) => {
    const now = await lockRefund(tx, refund.id);
    if (now?.state !== 'pending' || now.attempt !== attempt) return true;
    if ((await newlyReversed(tx, now)) === 0n) return false;
    await nextRefundTry(tx, now.id);
    return true;
  });
}

const atOnce = 10;

/** Sends the pending refunds again whose time has come, those too whose job is long gone. */
export async function sendDueRefunds(parts: CheckoutParts): Promise<void> {
  const ids = await takeDueRefunds(parts.db, { holdMs, limit: atOnce });
  await Promise.all(
    ids.map((refundId) =>
      sendRefund(parts, refundId).catch((error: unknown) => {
        parts.log.error({ err: error, refundId }, 'a refund could not be sent');
      }),
    ),
  );
}

const overdueMs = hours(1);

/** How many refunds were refused or are not done for an hour. */
export const countRefundsOpen = (db: Db): Promise<number> => countOverdueRefunds(db, overdueMs);

const mostListed = 200;

/** The refunds that are not done, the oldest first. */
export const listOpenRefunds = (db: Db): Promise<Refund[]> => openRefunds(db, mostListed);

/** How a refund was before it was sent again; or, where it was not, how much the provider took back that is not explained. */
export type Resent = { readonly before: Refund['state'] } | { readonly unexplainedMinor: bigint };

/**
 * Has a refund sent again that was refused, or asked about at once. Where the provider took money of its payment back that
 * no refund accounts for, somebody has to say how much of this refund was given back by that: `givenMinor` is taken
 * off it. The provider is asked about the payment where that is missing or more than is known. Where all of the payment is
 * given back with this refund, the other lines of its order are refunded, too. Undefined when there is none. Safe to repeat.
 */
export function resendRefund(
  db: Db,
  id: string,
  givenMinor: bigint | undefined,
): Promise<Resent | undefined> {
  return db.tx(async (tx) => {
    const key = await orderOfRefund(tx, id);
    if (!key) return undefined;
    // Whoever refunds locks the order first.
    if (!isTopUp(key)) await lockOrder(tx, key);
    const { refund, resent } = await reopen(tx, id, givenMinor);
    // While it was refused it gave nothing back.
    if ('before' in resent && resent.before !== 'done' && !isTopUp(key))
      await refundUnpaid(tx, key, refund.reason);
    return resent;
  });
}

async function reopen(
  tx: Tx,
  id: string,
  givenMinor: bigint | undefined,
): Promise<{ refund: Refund; resent: Resent }> {
  const refund = await lockRefund(tx, id);
  if (!refund) throw new Error(`refund ${id} is gone`);
  if (refund.state === 'refused') {
    const { untoldMinor } = await leftForRefund(tx, refund);
    if (givenMinor === undefined ? untoldMinor > 0n : givenMinor > untoldMinor) {
      await askCaptureSoon(tx, refund, 0);
      return { refund, resent: { unexplainedMinor: untoldMinor } };
    }
  }
  await reopenRefund(tx, id);
  if (refund.state === 'refused' && givenMinor) await takeOffGivenBack(tx, refund, givenMinor);
  return { refund, resent: { before: refund.state } };
}

/** What was given back otherwise was meant for what the provider had refused. */
async function takeOffGivenBack(tx: Tx, refund: Refund, givenMinor: bigint): Promise<void> {
  const openMinor = refund.amountMinor - refund.reversedMinor;
  await nextRefundTry(tx, refund.id);
  const newMinor = givenMinor < openMinor ? givenMinor : openMinor;
  const leftMinor = await reduceRefund(tx, refund, { newMinor, givenMinor: newMinor });
  if (leftMinor === 0n) await endRefund(tx, refund.id, null);
}
