/**
 * Sends refunds to the card: claim, call the provider, record. A refund is retried until it is made or refused for
 * good. Each step is safe to repeat, in several processes at once.
 */
import { post } from '../../../ledger/ledger.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts';
import type { Waiting } from '../../../platform/db/waiting.ts';
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
  overdueRefunds,
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
  /** True when this attempt may have been sent before. */
  readonly again: boolean;
}

/** Longer than the timeout of a provider call. */
const holdMs = minutes(1);

/**
 * Part of a locked refund not to be sent, because the provider already returned it: a capture returns no more than its
 * amount.
 */
async function newlyReversed(tx: Tx, refund: Refund): Promise<bigint> {
  const { leftMinor, unappliedReversalMinor } = await leftForRefund(tx, refund);
  const tooMuch = refund.amountMinor - refund.reversedMinor - (leftMinor > 0n ? leftMinor : 0n);
  const newMinor = tooMuch < unappliedReversalMinor ? tooMuch : unappliedReversalMinor;
  return newMinor > 0n ? newMinor : 0n;
}

/**
 * Reduces a refund by `newMinor`, of which `givenMinor` was paid back otherwise. Returns the rest. Expects no open
 * attempt.
 */
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

/** Claims an attempt; undefined when there is nothing to send. */
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

/** The idempotency key of an attempt. */
const keyOf = ({ refund: { id }, attempt }: Claim) => (attempt > 1 ? `${id}-${attempt}` : id);

/** Sends one refund to the provider and books it once made. */
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

/** Records that the provider refused the refund and made nothing with this key. */
async function refuse(parts: CheckoutParts, claimed: Claim, reason: RefundRefusal): Promise<void> {
  if (reason === 'too_much' && (await takesLess(parts, claimed))) return;
  const { id } = claimed.refund;
  // The amount stays booked as owed, for an operator to resolve.
  parts.log.error({ refundId: id, reason }, 'the provider refused a refund');
  const over = reason === 'failed' || reason === 'too_much';
  await parts.db.tx((tx) =>
    refuseRefund(tx, id, { attempt: claimed.attempt, problem: reason, over }),
  );
}

/**
 * True when a reversal explains the refusal `too_much`: a smaller refund is sent, or the question is repeated later.
 */
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

/** Sends pending refunds that are due, also those without a job. */
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

/** Counts refunds that were refused or are not done for an hour. */
export const countRefundsOpen = (db: Queryable): Promise<number> =>
  countOverdueRefunds(db, overdueMs);

/** Those of orders, as a queue. */
export const waitingRefunds = (db: Queryable): Promise<Waiting> =>
  overdueRefunds(db, 'refunds_payable', overdueMs);

/** Those of card payments that fit nothing. */
export const unmatchedPayments = (db: Queryable): Promise<Waiting> =>
  overdueRefunds(db, 'unmatched', overdueMs);

const mostListed = 200;

/** The refunds not done, the oldest first; at most 200. */
export const listOpenRefunds = (db: Db): Promise<Refund[]> => openRefunds(db, mostListed);

/** The refund's state before the resend; or, when not resent, the reversed amount that no refund accounts for. */
export type Resent = { readonly before: Refund['state'] } | { readonly unexplainedMinor: bigint };

interface Resend {
  /** The operator, or the command line's account. */
  readonly by: string;
  readonly givenMinor: bigint | undefined;
}

/**
 * Resends a refused refund, or makes a pending one due now. When reversals of its capture reduced no refund yet, the
 * operator must give in `givenMinor` how much of this refund they returned; it is deducted. If it is missing or too
 * high, nothing is resent and the provider is asked about the capture. When the whole capture is refunded by this, the
 * order's other lines with unviewed codes are refunded too. Undefined when there is no such refund. Safe to repeat.
 */
export function resendRefund(
  db: Db,
  id: string,
  { by, givenMinor }: Resend,
): Promise<Resent | undefined> {
  return db.tx(async (tx) => {
    const key = await orderOfRefund(tx, id);
    if (!key) return undefined;
    // Lock order: order before refund.
    if (!isTopUp(key)) await lockOrder(tx, key);
    const { refund, resent } = await reopen(tx, id, { by, givenMinor });
    // A refused refund did not count towards the refunded capture.
    if ('before' in resent && resent.before !== 'done' && !isTopUp(key))
      await refundUnpaid(tx, key, refund.reason);
    return resent;
  });
}

async function reopen(
  tx: Tx,
  id: string,
  { by, givenMinor }: Resend,
): Promise<{ refund: Refund; resent: Resent }> {
  const refund = await lockRefund(tx, id);
  if (!refund) throw new Error(`refund ${id} is gone`);
  if (refund.state === 'refused') {
    const { unappliedReversalMinor } = await leftForRefund(tx, refund);
    if (
      givenMinor === undefined ? unappliedReversalMinor > 0n : givenMinor > unappliedReversalMinor
    ) {
      await askCaptureSoon(tx, refund, 0);
      return { refund, resent: { unexplainedMinor: unappliedReversalMinor } };
    }
  }
  await reopenRefund(tx, id, by);
  if (refund.state === 'refused' && givenMinor) await takeOffGivenBack(tx, refund, givenMinor);
  return { refund, resent: { before: refund.state } };
}

/** Deducts what was paid back otherwise, which was meant for the refused attempt. */
async function takeOffGivenBack(tx: Tx, refund: Refund, givenMinor: bigint): Promise<void> {
  const openMinor = refund.amountMinor - refund.reversedMinor;
  await nextRefundTry(tx, refund.id);
  const newMinor = givenMinor < openMinor ? givenMinor : openMinor;
  const leftMinor = await reduceRefund(tx, refund, { newMinor, givenMinor: newMinor });
  if (leftMinor === 0n) await endRefund(tx, refund.id, null);
}
