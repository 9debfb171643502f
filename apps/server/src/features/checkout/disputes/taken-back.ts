/** Reversals by the provider: found by asking about captures, then classified as dispute or dashboard refund. */
import { text } from '@giftlane/texts/text.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { minutes } from '../../../platform/process/durations.ts';
import type { Capture, ProviderReversal } from '../../../providers/payments/port.ts';
import { freeze } from '../../accounts/accounts.ts';
import { endFrozen, freezeReturned, isTopUp, undoKept } from '../../topups/topups.ts';
import {
  askCaptureSoon,
  orderGivenBack,
  takeDueCaptures,
  takenBackOf,
} from '../capture/capture-queries.ts';
import { enqueueAfterDelivery } from '../deliver/enqueue-after-delivery.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import { findCapture } from '../queries.ts';
import { refundOrder } from '../refund/refund.ts';
import { refundsOf } from '../refund/refund-queries.ts';
import { lockOpen, noteDisputed, noteUndisputed, reopen } from './decision-queries.ts';
import { recordReversal } from './resolve.ts';

/** Freezes the buyer's account after a dispute. `taken`: the disputed reversal, if the provider named it. */
export async function freezeBuyer(
  parts: CheckoutParts,
  captureId: string,
  taken?: ProviderReversal,
): Promise<void> {
  await parts.db.tx(async (tx) => {
    const known = await findCapture(tx, provider, captureId);
    if (!known) return;
    await noteDisputed(tx, captureId);
    const open = taken && (await reopen(tx, captureId, taken));
    if (open && isTopUp(open)) {
      const { id: topUpId, ...again } = open;
      await undoKept(tx, { ...again, captureId, topUpId, takenId: taken.refundId });
    }
    await freeze(tx, known.memberId, `payment ${captureId} was reversed`);
  });
}

/**
 * Records that a capture was refunded in the provider's dashboard, after asking if other reversals are disputed. Throws
 * while the provider does not answer. Safe to repeat.
 */
export async function noteDashboardRefund(parts: CheckoutParts, captureId: string): Promise<void> {
  const known = await takenBackOf(parts.db, { provider, captureId });
  // After a dispute an operator decides.
  if (!known || known.disputed) return;
  if (known.disputed === null) {
    const disputed = await parts.payments.isDisputed(captureId);
    if (disputed.kind === 'unknown')
      throw new Error(`nobody says whether ${captureId} is disputed`);
    // This provider account may not read disputes: other reversals come by webhook or by the chore.
    if (disputed.kind === 'refused') return;
    if (disputed.value) return freezeBuyer(parts, captureId);
  }
  await noteGivenBack(parts, captureId, known.takenMinor);
}

/**
 * Processes refunds made in the provider's dashboard. When they cover the whole capture, lines with unviewed codes are
 * refunded too; the others stay delivered. What a top-up left in the wallet goes to the house, once no order can refund
 * more of it. Safe to repeat.
 */
async function noteGivenBack(
  parts: CheckoutParts,
  captureId: string,
  takenMinor: bigint,
): Promise<void> {
  const order = await orderGivenBack(parts.db, { provider, captureId });
  if (order)
    await refundOrder(parts, order, { reason: text('notice.refundedByShop') }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'order.nothing_to_refund')) throw error;
      },
    );
  await parts.db.tx(async (tx) => {
    const open = await lockOpen(tx, captureId);
    // Orders may still refund some of it to the wallet: asked about again.
    if (
      !open ||
      (await freezeReturned(tx, { ...open, topUpId: open.id }, open.openMinor)).length > 0
    )
      return;
    // Reversals since then may be a dispute's.
    if (!(await noteUndisputed(tx, captureId, takenMinor))) return;
    const { openMinor } = open;
    await endFrozen(tx, captureId, { end: 'kept', minor: openMinor, openMinor });
    await enqueueAfterDelivery(tx, open);
  });
}

const perRound = 20;
const atOnce = 4;
const againMs = minutes(5);

/** Asks the provider about due captures; several processes share them. */
export async function askAboutCaptures(parts: CheckoutParts): Promise<void> {
  const left = (await takeDueCaptures(parts.db, provider, perRound)).values();
  const goThrough = async () => {
    for (const captureId of left)
      try {
        if (!(await askAbout(parts, captureId)))
          await askCaptureSoon(parts.db, { provider, captureId }, againMs);
      } catch (error) {
        parts.log.error({ err: error, captureId }, 'a capture could not be asked about');
      }
  };
  await Promise.all(Array.from({ length: atOnce }, goThrough));
}

/**
 * Asks about one capture and its disputes; false to ask again soon. Counts as disputed when disputes may not be read.
 */
async function askAbout(parts: CheckoutParts, captureId: string): Promise<boolean> {
  const shown = await parts.payments.showCapture(captureId);
  if (shown.kind === 'unknown') return false;
  if (shown.kind === 'refused') return true;
  const capture = await asTaken(parts, shown.value);
  const undecided = capture.status === 'reversed' && !(await recordReversal(parts, capture));
  const known = await takenBackOf(parts.db, { provider, captureId });
  if (!known || known.disputed === true) return !undecided;
  // An earlier dashboard refund does not classify reversals that are not booked yet.
  if (!undecided && known.disputed === false) return true;
  if (!undecided && known.takenMinor === 0n) return freezeIfDisputed(parts, capture);
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'unknown') return false;
  const verdict = disputed.kind === 'done' ? disputed.value : 'not told';
  // An unbooked reversal may be our own refund under way.
  if (undecided && verdict !== true) return false;
  if (verdict === false) await noteGivenBack(parts, captureId, known.takenMinor);
  else await freezeBuyer(parts, captureId);
  return !undecided;
}

/** True when a capture's status alone shows a refund, and none of ours explains it. */
async function isUntold({ db }: CheckoutParts, capture: Capture): Promise<boolean> {
  const { captureId, status, givenBackMinor } = capture;
  if (status !== 'refunded' && status !== 'partially_refunded') return false;
  const { made, underWayMinor } = await refundsOf(db, { provider, captureId, refused: '' });
  return givenBackMinor === 0n && made.length === 0 && underWayMinor.length === 0;
}

/** Reports a fully refunded capture as reversed whole when the provider no longer lists its refunds. */
async function asTaken(parts: CheckoutParts, capture: Capture): Promise<Capture> {
  const { captureId, amountMinor } = capture;
  if (capture.backShown || capture.status !== 'refunded' || !(await isUntold(parts, capture)))
    return capture;
  const known = await takenBackOf(parts.db, { provider, captureId });
  // Booked reversals are part of it, so the capture stays as it is.
  if (known && known.takenMinor > 0n) return capture;
  const takenBack = [{ refundId: `all of ${captureId}`, amountMinor }];
  return { ...capture, status: 'reversed', reversedMinor: amountMinor, takenBack };
}

/**
 * Freezes the buyer and logs an error when the provider lists no reversal of a refunded capture but a dispute. False to
 * ask again soon.
 */
async function freezeIfDisputed(parts: CheckoutParts, capture: Capture): Promise<boolean> {
  const { captureId } = capture;
  if (!(await isUntold(parts, capture))) return true;
  const disputed = await parts.payments.isDisputed(captureId);
  if (disputed.kind === 'done' && disputed.value) {
    parts.log.error({ captureId }, 'a payment was disputed, and how much is gone nobody says');
    await freezeBuyer(parts, captureId);
  }
  return disputed.kind !== 'unknown';
}
